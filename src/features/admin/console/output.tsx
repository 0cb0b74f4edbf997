import { consoleText as text } from '../../../text/admin/console.ts'
import styles from './console.module.css'

/** The output of a command. */
export function Output({ value }: { value: unknown }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: scrolling needs the keyboard too
    <pre className={styles.output} role="status" tabIndex={0} aria-label={text.result}>
      {JSON.stringify(value, null, 2)}
    </pre>
  )
}
