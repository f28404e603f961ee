import styles from './Name.module.css'

/** Longer names may not fit in two lines. */
const fitting = 40

/**
 * Words that people chose, shown in their own direction: they rearrange nothing around them, whatever characters they hold. They take two
 * lines at most; what is cut off is told to the pointer.
 */
export function Name({ children }: { children: string }) {
  return (
    <bdi className={styles.name} title={children.length > fitting ? children : undefined}>
      {children}
    </bdi>
  )
}
