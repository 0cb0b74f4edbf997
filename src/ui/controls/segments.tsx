import { useId } from 'react'
import styles from './segments.module.css'

export interface Segment<V extends string> {
  value: V
  label: string
}

/**
 * One of a few values, beside each other. Mantine's SegmentedControl measures its labels to move a mark under the chosen one: a forced layout of the whole page before
 * the first row of a list is drawn.
 */
export function Segments<V extends string>({
  label,
  value,
  onChange,
  data,
  className = '',
  small,
  wide,
}: {
  /** Name of the choice for assistive technology. */
  label: string
  value: V
  onChange: (value: V) => void
  data: readonly Segment<V>[]
  className?: string | undefined
  /** Among controls of 36 px. */
  small?: boolean
  /** As wide as its parent. */
  wide?: boolean
}) {
  const id = useId()
  return (
    <div
      role="radiogroup"
      aria-label={label}
      className={`${styles.segments} ${className}`}
      data-small={small || undefined}
      data-wide={wide || undefined}
    >
      {data.map((one) => (
        <div key={one.value} className={styles.segment}>
          <input
            type="radio"
            id={`${id}${one.value}`}
            name={id}
            value={one.value}
            checked={one.value === value}
            onChange={() => onChange(one.value)}
          />
          <label htmlFor={`${id}${one.value}`}>{one.label}</label>
        </div>
      ))}
    </div>
  )
}
