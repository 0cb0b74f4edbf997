import { NAMED_COLORS } from '../format/named-colors.ts'
import styles from './state-chip.module.css'

/** A state: its text and its colour, never colour alone. The text has the theme's ink, so it is readable on every colour. */
export function StateChip({ label, color, size = 'md' }: { label: string; color: string; size?: 'sm' | 'md' }) {
  return (
    <span
      className={styles.chip}
      data-size={size}
      style={{ '--chip': NAMED_COLORS[color] ?? color } as React.CSSProperties & { '--chip': string }}
    >
      <span className={styles.dot} aria-hidden />
      {label}
    </span>
  )
}
