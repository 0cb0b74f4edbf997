import { ActionIcon, Button, Textarea, TextInput } from '@mantine/core'
import { IconArrowDown, IconArrowUp, IconTrash } from '@tabler/icons-react'
import { type KeyboardEvent, useState } from 'react'
import { decimal } from '../../../schemas/decimal.ts'
import { DecimalInput } from '../../forms/fields/decimal-input.tsx'
import { devisText } from '../../text/devis-form.ts'
import { Select } from '../../ui/controls/choices.tsx'
import { formatMoney } from '../../ui/format/format.ts'
import { useDesktop } from '../../ui/hooks/desktop.ts'
import styles from './devis.module.css'
import {
  DISCOUNT_DECIMALS,
  type DraftLigne,
  ligneIssues,
  rateLabel,
  stepQuantity,
  totalOf,
  withDescription,
  withDiscount,
} from './lignes.ts'
import { QuantityStepper } from './quantity-stepper.tsx'

const CENTS = 100
const NOTHING: ReadonlySet<string> = new Set()
const ICON = { size: 18, stroke: 1.7 } as const

export interface LigneFieldsProps {
  line: DraftLigne
  /** Place in the quote, from 1. */
  number: number
  count: number
  /** VAT rates to choose from, beside the line's own. */
  rates: readonly number[]
  /** Its rate is the highest one because its article has no other. */
  unsure: boolean
  /** Whether its fields are shown on a phone, where a closed line is a row. */
  open: boolean
  onOpen: (open: boolean) => void
  onChange: (line: DraftLigne) => void
  onMove: (by: -1 | 1) => void
  onRemove: () => void
}

/** Buttons that move or remove a line, and its price. */
function LigneEnd({ line, number, count, onMove, onRemove }: LigneFieldsProps) {
  const button = (label: string, disabled: boolean, run: () => void, icon: React.ReactNode) => (
    <ActionIcon variant="subtle" color="ardoise" size={44} aria-label={label} disabled={disabled} onClick={run}>
      {icon}
    </ActionIcon>
  )
  return (
    <div className={styles.lineEnd}>
      <span className={styles.lineTotal}>{formatMoney(totalOf(line))}</span>
      {button(devisText.moveUp(number), number === 1, () => onMove(-1), <IconArrowUp {...ICON} />)}
      {button(devisText.moveDown(number), number === count, () => onMove(1), <IconArrowDown {...ICON} />)}
      {button(devisText.removeLine(number), false, onRemove, <IconTrash {...ICON} />)}
    </div>
  )
}

function Description({ line, onChange }: Pick<LigneFieldsProps, 'line' | 'onChange'>) {
  const [open, setOpen] = useState(line.DESCRIPTION !== undefined)
  if (!open) {
    return (
      <div className={styles.lineLabel}>
        <Button variant="subtle" size="compact-md" onClick={() => setOpen(true)}>
          {devisText.addDescription}
        </Button>
      </div>
    )
  }
  return (
    <Textarea
      size="md"
      className={styles.lineLabel ?? ''}
      label={devisText.description}
      autosize
      minRows={2}
      maxLength={2000}
      autoFocus={line.DESCRIPTION === undefined}
      value={line.DESCRIPTION ?? ''}
      onChange={(event) => onChange(withDescription(line, event.currentTarget.value))}
    />
  )
}

/** A line as one row on a phone: what it is, how many by steppers, its price; a tap opens its fields. */
function ClosedLigne({
  line,
  number,
  unsure,
  onChange,
  onOpen,
}: Pick<LigneFieldsProps, 'line' | 'number' | 'unsure' | 'onChange' | 'onOpen'>) {
  const isIncomplete = Object.keys(ligneIssues(line)).length > 0
  const price = line.PRIX_UNITAIRE_HT === '' ? 0 : line.PRIX_UNITAIRE_HT
  return (
    <div className={styles.closed}>
      <button type="button" className={styles.closedOpen} aria-expanded={false} onClick={() => onOpen(true)}>
        <span className={styles.closedLabel}>{line.LIBELLE.trim() || devisText.line(number)}</span>
        <span className={styles.when}>
          {devisText.each(formatMoney(price), line.UNITE, rateLabel(line.TAUX_TVA))}
          {line.REMISE ? ` · ${devisText.discounted(decimal(line.REMISE))}` : ''}
        </span>
        {unsure ? <span className={styles.closedIssue}>{devisText.rateUnsure}</span> : null}
        {isIncomplete ? <span className={styles.closedIssue}>{devisText.toComplete}</span> : null}
      </button>
      <span className={styles.closedEnd}>
        <span className={styles.lineTotal}>{formatMoney(totalOf(line))}</span>
        <QuantityStepper
          quantity={line.QUANTITE}
          less={devisText.less(number)}
          plus={devisText.plus(number)}
          isLeast={Number(line.QUANTITE) <= 1}
          onStep={(by) => onChange({ ...line, QUANTITE: stepQuantity(line.QUANTITE, by) })}
        />
      </span>
    </div>
  )
}

/** The fields of one line. Alt with an arrow moves the line while the focus is anywhere inside it. */
export function LigneFields(props: LigneFieldsProps) {
  const { line, number, onChange, onMove } = props
  const rates = props.rates.includes(line.TAUX_TVA) ? props.rates : [line.TAUX_TVA, ...props.rates]
  const desktop = useDesktop()
  // What is missing is said of a field that was left, not of one that nobody came to yet.
  const [left, setLeft] = useState<ReadonlySet<string>>(NOTHING)
  const found = ligneIssues(line)
  const issueOf = (name: keyof DraftLigne): string | undefined => (left.has(name) ? found[name] : undefined)
  const leaves = (name: keyof DraftLigne) => () => setLeft((before) => new Set(before).add(name))
  const change = (patch: Partial<DraftLigne>) => onChange({ ...line, ...patch })
  const moveByKey = (event: KeyboardEvent): void => {
    if (!event.altKey || (event.key !== 'ArrowUp' && event.key !== 'ArrowDown')) return
    event.preventDefault()
    event.stopPropagation()
    onMove(event.key === 'ArrowUp' ? -1 : 1)
  }
  if (!desktop && !props.open) {
    return (
      <fieldset
        className={`${styles.line} ${styles.lineClosed}`}
        data-line={line.id}
        aria-label={devisText.line(number)}
      >
        <ClosedLigne line={line} number={number} unsure={props.unsure} onChange={onChange} onOpen={props.onOpen} />
      </fieldset>
    )
  }
  return (
    <fieldset
      className={styles.line}
      data-line={line.id}
      aria-label={devisText.line(number)}
      onKeyDownCapture={moveByKey}
    >
      <TextInput
        size="md"
        className={styles.lineLabel ?? ''}
        label={devisText.label}
        withAsterisk
        maxLength={200}
        value={line.LIBELLE}
        error={issueOf('LIBELLE')}
        onBlur={leaves('LIBELLE')}
        onChange={(event) => change({ LIBELLE: event.currentTarget.value })}
      />
      <DecimalInput
        size="md"
        label={devisText.quantity}
        min={0}
        max={100_000}
        value={line.QUANTITE}
        error={issueOf('QUANTITE')}
        onBlur={leaves('QUANTITE')}
        onChange={(QUANTITE) => change({ QUANTITE })}
      />
      <TextInput
        size="md"
        label={devisText.unit}
        maxLength={20}
        value={line.UNITE}
        onChange={(event) => change({ UNITE: event.currentTarget.value })}
      />
      <DecimalInput
        size="md"
        label={devisText.price}
        withAsterisk
        thousandSeparator=" "
        decimalScale={2}
        suffix=" €"
        min={0}
        max={100_000_000}
        value={line.PRIX_UNITAIRE_HT === '' ? '' : line.PRIX_UNITAIRE_HT / CENTS}
        error={issueOf('PRIX_UNITAIRE_HT')}
        onBlur={leaves('PRIX_UNITAIRE_HT')}
        onChange={(euros) => change({ PRIX_UNITAIRE_HT: euros === '' ? '' : Math.round(euros * CENTS) })}
      />
      <Select
        size="md"
        label={devisText.rate}
        {...(props.unsure ? { description: devisText.rateUnsure } : {})}
        allowDeselect={false}
        data={rates.map((rate) => ({ value: String(rate), label: rateLabel(rate) }))}
        value={String(line.TAUX_TVA)}
        onChange={(value) => change({ TAUX_TVA: value === null ? line.TAUX_TVA : Number(value) })}
      />
      <DecimalInput
        size="md"
        label={devisText.discount}
        min={0}
        max={100}
        decimalScale={DISCOUNT_DECIMALS}
        value={line.REMISE ?? ''}
        onChange={(value) => onChange(withDiscount(line, value))}
      />
      <LigneEnd {...props} />
      <Description line={line} onChange={onChange} />
      {desktop ? null : (
        <Button variant="default" className={styles.lineLabel ?? ''} onClick={() => props.onOpen(false)}>
          {devisText.close}
        </Button>
      )}
    </fieldset>
  )
}
