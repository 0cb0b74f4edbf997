import { Button } from '@mantine/core'
import { IconCopy } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { monthStart } from '../../../schemas/dates.ts'
import type { LocalRecord } from '../../../sync/store/local-record.ts'
import { useNow } from '../../data/session/use-now.ts'
import { SyncChip } from '../../domain/records/record-sync.tsx'
import { DecimalInput } from '../../forms/fields/decimal-input.tsx'
import { OpensHere } from '../../forms/opens-here.tsx'
import { objectifsText as text } from '../../text/objectifs.ts'
import { formatMonth, formatRoundMoney } from '../../ui/format/format.ts'
import { useDesktop } from '../../ui/hooks/desktop.ts'
import { notices } from '../../ui/notices/notices.tsx'
import styles from './objectifs.module.css'
import { isSet, type TargetValues, type useTargets } from './use-targets.ts'

type Targets = NonNullable<ReturnType<typeof useTargets>>

interface NumberFieldProps {
  label: string
  hint: string
  value: number | null
  suffix?: string
  /** Without it, what is not whole is refused with words: a dropped comma would make 125 of « 12,5 ». */
  decimals?: number
  max: number
  onSave: (value: number | null) => void
}

/** A number that is saved when its field is left; while it is typed, what comes from elsewhere does not replace it. */
function NumberField({ label, hint, value, suffix, decimals, max, onSave }: NumberFieldProps) {
  const [typed, setTyped] = useState<number | '' | null>(null)
  const leave = (): void => {
    const next = typed === '' ? null : typed
    if (typed !== null && next !== value) onSave(next)
    setTyped(null)
  }
  // « Précédent » of a phone takes the page away while the field still has the focus.
  const left = useRef(leave)
  left.current = leave
  useEffect(() => () => left.current(), [])
  return (
    <DecimalInput
      size="md"
      className={styles.field ?? ''}
      aria-label={label}
      placeholder={hint}
      thousandSeparator=" "
      {...(decimals === undefined ? {} : { decimalScale: decimals })}
      allowNegative={false}
      max={max}
      clampBehavior="strict"
      {...(suffix ? { suffix } : {})}
      value={typed ?? value ?? ''}
      onChange={setTyped}
      onBlur={leave}
      onKeyDown={(event) => {
        if (event.key === 'Enter') event.currentTarget.blur()
      }}
    />
  )
}

const MOST_EUROS = 1e10
const MOST_SALES = 10_000

interface MonthProps {
  month: string
  person: string
  targets: Targets
  /** The page opens on it: its amount is typed without a click. */
  opens: boolean
}

function Month({ month, person, targets, opens }: MonthProps) {
  const day = `${month}-01`
  const before = monthStart(day, -1).slice(0, 7)
  const target = targets.of(person, month)
  const former = targets.of(person, before)
  const name = formatMonth(day)
  const save = (values: TargetValues): void => void targets.write(person, month, values)
  const isSame = former?.MONTANT === (target?.MONTANT ?? null) && former?.VENTES === (target?.VENTES ?? null)
  return (
    <li className={styles.month}>
      <span className={styles.name}>
        {name}
        {target ? <SyncChip state={target.sync.state} /> : null}
      </span>
      <OpensHere when={opens}>
        <NumberField
          label={text.amountOf(name)}
          hint={text.amount}
          value={target?.MONTANT == null ? null : target.MONTANT / 100}
          suffix=" €"
          decimals={2}
          max={MOST_EUROS}
          onSave={(euros) => save({ MONTANT: euros === null ? null : Math.round(euros * 100) })}
        />
      </OpensHere>
      <NumberField
        label={text.salesOf(name)}
        hint={text.salesLabel}
        value={target?.VENTES ?? null}
        suffix={text.salesSuffix(target?.VENTES ?? 0)}
        max={MOST_SALES}
        onSave={(VENTES) => save({ VENTES })}
      />
      {isSet(former) && !isSame ? (
        <Button
          variant="subtle"
          size="md"
          className={styles.copy ?? ''}
          aria-label={text.copyLabel(name, formatMonth(`${before}-01`))}
          onClick={() => save({ MONTANT: former?.MONTANT ?? null, VENTES: former?.VENTES ?? null })}
        >
          {text.copy(formatMonth(`${before}-01`))}
        </Button>
      ) : null}
    </li>
  )
}

/** The last month that has a target, for the empty ones after it: a year is set with one month and one tap. */
function Fill({ person, months, targets }: { person: string; months: readonly string[]; targets: Targets }) {
  const last = months.findLastIndex((month) => isSet(targets.of(person, month)))
  const from = months[last]
  const rest = months.slice(last + 1)
  if (from === undefined || rest.length === 0) return null
  const fill = async (): Promise<void> => {
    const former = targets.of(person, from)
    let done = 0
    for (const month of rest) {
      const values = { MONTANT: former?.MONTANT ?? null, VENTES: former?.VENTES ?? null }
      if (await targets.write(person, month, values)) done += 1
    }
    if (done > 0) notices.success(text.filled(done))
  }
  return (
    <Button variant="default" leftSection={<IconCopy size={18} aria-hidden />} onClick={() => void fill()}>
      {text.fill(formatMonth(`${from}-01`), rest.length)}
    </Button>
  )
}

/** The twelve months of one person: amount, number of sales, or both. */
export function TargetFields({
  person,
  months,
  targets,
}: {
  person: LocalRecord<'personnel'>
  months: readonly string[]
  targets: Targets
}) {
  const desktop = useDesktop()
  const [current] = useState(useNow().slice(0, 7))
  const year = months[0]?.slice(0, 4) ?? ''
  const all = months.map((month) => targets.of(person.IDPERSONNEL, month))
  const amount = all.reduce((sum, one) => sum + (one?.MONTANT ?? 0), 0)
  const sales = all.reduce((sum, one) => sum + (one?.VENTES ?? 0), 0)
  const label = text.table(person.NOM_COMPLET ?? person.NOM, year)
  return (
    <section className={`surface ${styles.card}`} aria-label={label}>
      <ol className={styles.months}>
        {months.map((month) => (
          <Month
            key={`${person.IDPERSONNEL} ${month}`}
            month={month}
            person={person.IDPERSONNEL}
            targets={targets}
            opens={desktop && month === current}
          />
        ))}
      </ol>
      <Fill person={person.IDPERSONNEL} months={months} targets={targets} />
      <p className={styles.total}>
        {text.total} : {formatRoundMoney(amount)}, {text.sales(sales)}, {text.months(all.filter(isSet).length)}
      </p>
    </section>
  )
}
