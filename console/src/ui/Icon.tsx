import type { ReactNode } from 'react'
import { classes } from './classes'
import styles from './Icon.module.css'

/** Drawings on a 24 × 24 field, lines only. */
const drawings = {
  key: (
    <>
      <circle cx="8" cy="15.5" r="4" />
      <path d="m11 12.5 8-8M16 7.5l3 3" />
    </>
  ),
  clock: (
    <>
      <circle cx="12" cy="12" r="8" />
      <path d="M12 7.5V12l3 2" />
    </>
  ),
  week: (
    <>
      <rect x="4" y="6" width="16" height="14" rx="2.5" />
      <path d="M4 11h16M8.5 3.5V8m7-4.5V8M9 15.5l2 2 4-4" />
    </>
  ),
  warning: <path d="M12 4 3 19.5h18L12 4Zm0 6v4.2m0 2.6v.1" />,
  info: (
    <>
      <circle cx="12" cy="12" r="8.5" />
      <path d="M12 11v5m0-8.2v.1" />
    </>
  ),
  danger: <path d="M8.5 3.5h7l5 5v7l-5 5h-7l-5-5v-7l5-5ZM12 8v5m0 2.9v.1" />,
  plus: <path d="M12 6v12M6 12h12" />,
  minus: <path d="M6 12h12" />,
  tick: <path d="m5.5 12.5 4.5 4.5L18.5 7.5" />,
  close: <path d="m6.5 6.5 11 11m0-11-11 11" />,
  search: (
    <>
      <circle cx="11" cy="11" r="6.5" />
      <path d="m20 20-4.2-4.2" />
    </>
  ),
  up: <path d="M12 19V5m-6 6 6-6 6 6" />,
  down: <path d="M12 5v14m6-6-6 6-6-6" />,
  left: <path d="M19 12H5m6 6-6-6 6-6" />,
  right: <path d="M5 12h14m-6-6 6 6-6 6" />,
  'chevron-down': <path d="m6 9.5 6 6 6-6" />,
  'chevron-left': <path d="m14.5 6-6 6 6 6" />,
  'chevron-right': <path d="m9.5 6 6 6-6 6" />,
  locked: (
    <>
      <rect x="5" y="10.5" width="14" height="9.5" rx="2.5" />
      <path d="M8 10.5V8a4 4 0 0 1 8 0v2.5m-4 3.5v2.5" />
    </>
  ),
  unlocked: (
    <>
      <rect x="5" y="10.5" width="14" height="9.5" rx="2.5" />
      <path d="M8 10.5V7.5a4 4 0 0 1 7.6-1.7M12 14v2.5" />
    </>
  ),
  door: <path d="M6 21V5.5a2 2 0 0 1 2-2h8a2 2 0 0 1 2 2V21M3 21h18m-6.5-9v.1" />,
  bridge: <path d="M4.5 10a11 11 0 0 1 15 0M7.5 13.3a6.6 6.6 0 0 1 9 0M10.3 16.6a2.6 2.6 0 0 1 3.4 0M12 19.4v.1" />,
  'no-bridge': (
    <path d="m4 4 16 16M4.5 10A11 11 0 0 1 9 7.4m4-.3c2.4.2 4.7 1.2 6.5 2.9M7.5 13.3a6.6 6.6 0 0 1 4-1.7m5 1.7c-.2-.2-.5-.4-.8-.6M12 18.4v.1" />
  ),
  battery: (
    <path d="M4 8.5h13a1.5 1.5 0 0 1 1.5 1.5v4a1.5 1.5 0 0 1-1.5 1.5H4A1.5 1.5 0 0 1 2.5 14v-4A1.5 1.5 0 0 1 4 8.5Zm17.5 2.5v2M6 11.5v1" />
  ),
  person: (
    <>
      <circle cx="12" cy="8" r="3.8" />
      <path d="M4.5 20a7.5 7.5 0 0 1 15 0" />
    </>
  ),
  'add-person': (
    <>
      <circle cx="10" cy="8" r="3.8" />
      <path d="M2.5 20a7.5 7.5 0 0 1 13-5.1M18.5 15v6m-3-3h6" />
    </>
  ),
  people: (
    <>
      <circle cx="9" cy="8.5" r="3.4" />
      <path d="M2.8 19.5a6.3 6.3 0 0 1 12.4 0M15.5 5.4a3.4 3.4 0 0 1 0 6.2m2 2.5a6.3 6.3 0 0 1 3.7 5.4" />
    </>
  ),
  remote: <path d="M9 3.5h6a2 2 0 0 1 2 2v13a2 2 0 0 1-2 2H9a2 2 0 0 1-2-2v-13a2 2 0 0 1 2-2Zm1.5 14h3" />,
  filter: <path d="M4 7h16M7 12h10m-7 5h4" />,
  panel: <path d="M6 4.5h12a2 2 0 0 1 2 2v11a2 2 0 0 1-2 2H6a2 2 0 0 1-2-2v-11a2 2 0 0 1 2-2Zm3.5 0v15" />,
  list: <path d="M9 6.5h11M9 12h11M9 17.5h11M4.5 6.5v.1m0 5.4v.1m0 5.4v.1" />,
  bin: (
    <path d="M4.5 7h15M9.5 7V4.5h5V7M6.5 7l.8 12a1.5 1.5 0 0 0 1.5 1.5h6.4a1.5 1.5 0 0 0 1.5-1.5l.8-12M10 11v5.5m4-5.5v5.5" />
  ),
  refresh: <path d="M19.5 12a7.5 7.5 0 1 1-2.4-5.5M19.5 3.5v4h-4" />,
  leave: <path d="M10 4.5H6.5a2 2 0 0 0-2 2v11a2 2 0 0 0 2 2H10m5-3.5 4.5-4-4.5-4M19 12H9.5" />,
  language: (
    <>
      <circle cx="12" cy="12" r="8.5" />
      <path d="M3.5 12h17M12 3.5c5.3 5 5.3 12 0 17-5.3-5-5.3-12 0-17Z" />
    </>
  ),
  help: (
    <>
      <circle cx="12" cy="12" r="8.5" />
      <path d="M9.5 9.5a2.5 2.5 0 1 1 3.7 2.2c-.8.4-1.2.9-1.2 1.8m0 2.7v.1" />
    </>
  ),
  calendar: (
    <>
      <rect x="4" y="6" width="16" height="14" rx="2.5" />
      <path d="M4 11h16M8.5 3.5V8m7-4.5V8" />
    </>
  ),
  mail: (
    <>
      <rect x="3.5" y="5.5" width="17" height="13" rx="2.5" />
      <path d="m4.5 7.5 7.5 6 7.5-6" />
    </>
  ),
  'add-mail': (
    <>
      <path d="M12.5 18.5H6A2.5 2.5 0 0 1 3.5 16V8A2.5 2.5 0 0 1 6 5.5h12A2.5 2.5 0 0 1 20.5 8v4" />
      <path d="m4.5 7.5 7.5 6 7.5-6M18 15v6m-3-3h6" />
    </>
  ),
  link: (
    <path d="M10 14a4 4 0 0 0 5.7 0l3-3a4 4 0 0 0-5.7-5.7l-1.2 1.2M14 10a4 4 0 0 0-5.7 0l-3 3a4 4 0 0 0 5.7 5.7l1.2-1.2" />
  ),
  settings: (
    <>
      <circle cx="15.5" cy="7.5" r="2.3" />
      <circle cx="8.5" cy="16.5" r="2.3" />
      <path d="M4 7.5h9.2m4.6 0H20M4 16.5h2.2m4.6 0H20" />
    </>
  ),
  menu: <path d="M4 7h16M4 12h16M4 17h16" />,
} satisfies Record<string, ReactNode>

/** Name of a drawing. */
export type IconName = keyof typeof drawings

/** A line drawing in the colour of the text around it. Without a label it is decoration and hidden from readers. */
export function Icon({
  name,
  size = 20,
  label,
  className,
}: {
  name: IconName
  /** Width and height in pixels. */
  size?: 12 | 14 | 16 | 18 | 20 | 24 | 32 | 40
  label?: string
  className?: string
}) {
  return (
    <svg
      className={classes(styles.icon, className)}
      width={size}
      height={size}
      viewBox="0 0 24 24"
      focusable="false"
      {...(label ? { role: 'img', 'aria-label': label } : { 'aria-hidden': true })}
    >
      {drawings[name]}
    </svg>
  )
}
