import styles from './state-chip.module.css'

/** Colours that mean something, by name; any other CSS colour (a nature's CODECOULEUR, a role's color) is taken as it is. */
const NAMED: Record<string, string> = {
  green: '#2f8a47',
  orange: '#d9730d',
  purple: '#7c4dbd',
  red: '#bf3030',
  blue: '#2f6fb5',
  grey: '#778aa1',
}

/** A state: its words and its colour, never colour alone. Text keeps the theme's ink, so every colour stays readable. */
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
