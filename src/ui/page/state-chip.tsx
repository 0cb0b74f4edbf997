import styles from './state-chip.module.css'

/** Colours with a meaning, by name; any other CSS colour (a nature's CODECOULEUR, a role's color) is used as given. */
const NAMED: Record<string, string> = {
  green: '#2f8a47',
  orange: '#d9730d',
  purple: '#7c4dbd',
  red: '#bf3030',
  blue: '#2f6fb5',
  grey: '#778aa1',
}

/** A state: its text and its colour, never colour alone. The text has the theme's ink, so it is readable on every colour. */
export function StateChip({ label, color, size = 'md' }: { label: string; color: string; size?: 'sm' | 'md' }) {
  return (
    <span
      className={styles.chip}
      data-size={size}
      style={{ '--chip': NAMED[color] ?? color } as React.CSSProperties & { '--chip': string }}
    >
      <span className={styles.dot} aria-hidden />
      {label}
    </span>
  )
}
