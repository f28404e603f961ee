import styles from './Name.module.css'

/** Words that people chose, shown in their own direction: they rearrange nothing around them, whatever characters they hold. */
export function Name({ children }: { children: string }) {
  return <bdi className={styles.name}>{children}</bdi>
}
