import { ActionIcon, Button } from '@mantine/core'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { MOST_RANGES, type OpenRange, rangesOf, USUAL_HOURS } from '../../../schemas/rules/opening-hours.ts'
import { TimeField } from '../../forms/fields/time-field.tsx'
import { Wide } from '../../forms/form-frame.tsx'
import { hoursText as text } from '../../text/opening-hours.ts'
import type { OnlineFormState } from '../online/use-online-form.ts'
import styles from './hours-field.module.css'

const NAME = 'HORAIRES'
const ICON = 18

/** One more range: a day without break gets one at noon, a morning its afternoon. */
function withOneMore(ranges: readonly OpenRange[], jour: number): OpenRange[] {
  const last = ranges.at(-1)
  if (!last) return [{ JOUR: jour, DE: '09:00', A: '18:00' }]
  if (last.DE < '12:00' && last.A > '14:00') {
    return [...ranges.slice(0, -1), { ...last, A: '12:00' }, { JOUR: jour, DE: '14:00', A: last.A }]
  }
  return [...ranges, { JOUR: jour, DE: last.A < '14:00' ? '14:00' : last.A, A: last.A < '14:00' ? '18:00' : '24:00' }]
}

interface DayProps {
  name: string
  ranges: readonly OpenRange[]
  onChange: (ranges: OpenRange[]) => void
  jour: number
}

/** The ranges of one weekday. */
function Day({ name, jour, ranges, onChange }: DayProps) {
  const put = (at: number, change: Partial<OpenRange>): void =>
    onChange(ranges.map((range, i) => (i === at ? { ...range, ...change } : range)))
  return (
    <li className={styles.day}>
      <span className={styles.name}>{name}</span>
      <div className={styles.ranges}>
        {ranges.length === 0 ? <span className={styles.closed}>{text.closed}</span> : null}
        {ranges.map((range, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a range has no name but its place
          <div key={at} className={styles.range}>
            <TimeField label={text.from(name, at + 1)} value={range.DE} onChange={(DE) => put(at, { DE })} />
            <span aria-hidden>–</span>
            <TimeField label={text.to(name, at + 1)} value={range.A} onChange={(A) => put(at, { A })} />
            <ActionIcon
              variant="subtle"
              color="gray"
              size={44}
              aria-label={text.remove(name, at + 1)}
              onClick={() => onChange(ranges.filter((_, i) => i !== at))}
            >
              <IconTrash size={ICON} aria-hidden />
            </ActionIcon>
          </div>
        ))}
      </div>
      {ranges.length < MOST_RANGES ? (
        <ActionIcon
          variant="default"
          size={44}
          aria-label={text.add(name)}
          title={text.addShort}
          onClick={() => onChange(withOneMore(ranges, jour))}
        >
          <IconPlus size={ICON} aria-hidden />
        </ActionIcon>
      ) : null}
    </li>
  )
}

/** When the company takes appointments (DAY-10): ranges by weekday, or the usual hours. */
export function HoursField({ form }: { form: OnlineFormState['form'] }) {
  const { value, error, onChange } = form.getInputProps(NAME)
  const hours = Array.isArray(value) ? (value as OpenRange[]) : []
  if (hours.length === 0) {
    return (
      <Wide>
        <p className={styles.hint}>{text.usual}</p>
        <Button variant="default" onClick={() => onChange([...USUAL_HOURS])}>
          {text.choose}
        </Button>
      </Wide>
    )
  }
  return (
    <Wide>
      <p className={styles.hint}>{text.own}</p>
      <ul className={styles.days} aria-label={text.title}>
        {text.days.map((name, at) => (
          <Day
            key={name}
            name={name}
            jour={at + 1}
            ranges={rangesOf(hours, at + 1)}
            onChange={(ranges) => onChange([...hours.filter(({ JOUR }) => JOUR !== at + 1), ...ranges])}
          />
        ))}
      </ul>
      {error ? (
        <p className={styles.error} role="alert">
          {error}
        </p>
      ) : null}
      <Button variant="subtle" onClick={() => onChange('')}>
        {text.backToUsual}
      </Button>
    </Wide>
  )
}
