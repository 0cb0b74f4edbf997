import { Button, Chip, Textarea, TextInput } from '@mantine/core'
import { useCallback, useState } from 'react'
import { today } from '../../../schemas/dates.ts'
import { devis as devisEntity } from '../../../schemas/entities/devis.ts'
import { messages } from '../../../schemas/messages.ts'
import { CORRECTED_ALREADY } from '../../../schemas/rules/corrected-already.ts'
import { replacementId } from '../../../schemas/rules/corrections.ts'
import { type Entered, type OrderBalance, paiementIssues } from '../../../schemas/rules/encaissements.ts'
import { GENRES_PAIEMENT, type GenrePaiement, MOYENS_SAISIS } from '../../../schemas/rules/payment-kinds.ts'
import { useCommands } from '../../data/records/use-commands.ts'
import { useZone } from '../../data/session/use-zone.ts'
import { useSync } from '../../data/sync-status/sync-context.ts'
import { DateField } from '../../forms/fields/date-field.tsx'
import { DecimalInput } from '../../forms/fields/decimal-input.tsx'
import { FormSheet } from '../../forms/form-sheet.tsx'
import { useFormEngine } from '../../forms/use-form-engine.ts'
import { paiementsText } from '../../text/paiements.ts'
import { formatDate, formatMoney } from '../../ui/format/format.ts'
import { notices } from '../../ui/notices/notices.tsx'
import { useBusy } from '../../ui/notices/use-busy.ts'
import { useStaff } from '../personnels/use-staff.ts'
import { alike, balanceHere, counted, type Devis, type Paiement } from './order-payments.ts'
import styles from './paiements.module.css'

const text = paiementsText.form
const LONGEST_REFERENCE = 80
const LONGEST_NOTE = 500
const LONGEST_REASON = 300

export type SaidMoyen = (typeof MOYENS_SAISIS)[number]

/** What is received now: the whole rest, by these means where they were chosen already. */
interface Collected {
  MOYEN?: SaidMoyen
}

type Values = {
  MONTANT: number | ''
  MOYEN: SaidMoyen | ''
  GENRE: GenrePaiement
  DATE_PAIEMENT: string
  REFERENCE: string
  NOTE: string
  /** Of a correction. */
  MOTIF: string
}

interface Opening {
  balance: OrderBalance
  hasEnded: boolean
  day: string
  collected: Collected | undefined
}

/**
 * The whole rest is a balance, less is a deposit; what the company owes goes back. What is collected is the whole rest, until another amount is typed. What an
 * order that has ended gets is neither.
 */
function firstValues({ balance: { left, over, received }, hasEnded, day, collected }: Opening): Values {
  const rest = received > 0 || collected ? left : 0
  const goesBack = left === 0 && over > 0
  return {
    MONTANT: rest > 0 ? rest : goesBack ? over : '',
    MOYEN: collected?.MOYEN ?? '',
    GENRE: goesBack ? 'remboursement' : hasEnded ? 'autre' : rest > 0 || received > 0 ? 'solde' : 'acompte',
    DATE_PAIEMENT: day,
    REFERENCE: '',
    NOTE: '',
    MOTIF: '',
  }
}

const valuesOf = (one: Paiement): Values => ({
  MONTANT: one.MONTANT,
  MOYEN: one.MOYEN === 'en_ligne' ? '' : one.MOYEN,
  GENRE: one.GENRE,
  DATE_PAIEMENT: one.DATE_PAIEMENT,
  REFERENCE: one.REFERENCE ?? '',
  NOTE: one.NOTE ?? '',
  MOTIF: text.wrong,
})

/** What is missing, then what the law forbids. */
function missing(values: Values, corrects: boolean): Record<string, string> {
  const found: Record<string, string> = {}
  if (values.MONTANT === '' || values.MONTANT <= 0) found.MONTANT = messages.required
  if (values.MOYEN === '') found.MOYEN = text.moyenMissing
  if (values.DATE_PAIEMENT === '') found.DATE_PAIEMENT = messages.required
  if (corrects && values.MOTIF.trim() === '') found.MOTIF = messages.required
  return found
}

export interface PaymentSheetProps {
  devis: Devis
  /** All payments of the order. */
  payments: readonly Paiement[]
  /** The payment that the entered one replaces. */
  corrected?: Paiement | undefined
  /** « Encaisser »: the form opens with the balance due. */
  collected?: Collected | undefined
  onClose: () => void
}

/** « Ajouter un paiement », and the correction of one: the wrong one is cancelled with the reason, the right one is entered. */
export function PaymentSheet({ devis, payments, corrected, collected, onClose }: PaymentSheetProps) {
  const commands = useCommands()
  const zone = useZone()
  const { status } = useSync()
  const { busy, whileBusy } = useBusy()
  const others = counted(payments).filter(({ id }) => id !== corrected?.id)
  const balance = balanceHere(devis, others)
  // With the corrected one: its day counts.
  const known = JSON.stringify(counted(payments))
  const me = useStaff().id
  const [replacement] = useState(() => corrected && replacementId(corrected.id))
  // As it is now: a colleague may have cancelled it while the form was open, and this form, where its second step failed.
  const wrong = payments.find(({ id }) => id === corrected?.id)
  const isTaken = wrong !== undefined && wrong.ANNULE_LE !== null && wrong.ANNULE_PAR !== me
  const hasEnded = devis.REFUSE === 1
  const validate = useCallback(
    ({ values }: { values: Values }): Record<string, string> => {
      const found = missing(values, corrected !== undefined)
      const entered = { id: replacement ?? '', ...values, MONTANT: values.MONTANT || 0 } as Entered
      const around = { order: devis, payments: JSON.parse(known) as Paiement[], zone, now: new Date() }
      const broken = values.DATE_PAIEMENT === '' ? [] : paiementIssues(entered, around)
      for (const { field, message } of broken) found[field] ??= message
      if (isTaken) found.IDDEVIS = CORRECTED_ALREADY
      return found
    },
    [devis, known, zone, corrected, replacement, isTaken],
  )
  const engine = useFormEngine<Values>({
    values: corrected
      ? valuesOf(corrected)
      : firstValues({ balance, hasEnded, day: today(zone, new Date()), collected }),
    validate,
    afterTry: true,
  })
  const { form, values, valid, issues } = engine
  const amount = values.MONTANT || 0
  const isRefund = values.GENRE === 'remboursement'
  const twin = amount > 0 ? alike(others, { ...values, MONTANT: amount }) : undefined
  const setAmount = (MONTANT: number | ''): void => {
    const follows = values.GENRE === 'acompte' || values.GENRE === 'solde'
    engine.setMany({ MONTANT, ...(follows ? { GENRE: (MONTANT || 0) >= balance.left ? 'solde' : 'acompte' } : {}) })
  }
  const save = async (): Promise<boolean> => {
    engine.touchAll()
    if (!valid) return false
    return whileBusy(async () => {
      const { MOTIF, REFERENCE, NOTE, ...said } = values
      const paiement = {
        ...said,
        MONTANT: amount,
        MOYEN: values.MOYEN as SaidMoyen,
        IDDEVIS: devis.IDDEVIS,
        IDPROJET: devis.IDPROJET,
        REFERENCE: REFERENCE.trim() || null,
        NOTE: NOTE.trim() || null,
      }
      await commands.together(async (one) => {
        // The wrong one first: the server counts what an order has received.
        if (corrected && !wrong?.ANNULE_LE) await one.cancelPayment(corrected.id, MOTIF.trim())
        await one.create('paiement', paiement, ...(replacement ? [{ id: replacement }] : []))
      })
      notices.success((isRefund ? text.savedBack : text.saved)(formatMoney(amount)))
      engine.markSaved()
      onClose()
    })
  }
  const label = devisEntity.label(devis)
  return (
    <FormSheet
      engine={engine}
      draftKey={`paiement/${devis.IDDEVIS}/${corrected?.id ?? 'create'}`}
      title={corrected ? text.correctTitle : paiementsText.addOf(label)}
      canSave={valid}
      saving={busy}
      save={save}
      onClose={onClose}
    >
      {() => (
        <div className={styles.sheet}>
          {issues.IDDEVIS ? <p role="alert">{issues.IDDEVIS}</p> : null}
          <div className={styles.amountRow}>
            <DecimalInput
              label={text.amount}
              size="md"
              value={values.MONTANT === '' ? '' : values.MONTANT / 100}
              onChange={(euros) => setAmount(euros === '' ? '' : Math.round(euros * 100))}
              error={engine.errors.MONTANT}
              thousandSeparator=" "
              decimalScale={2}
              allowNegative={false}
              suffix=" €"
            />
            {balance.left > 0 && !isRefund && amount !== balance.left ? (
              <Button variant="subtle" onClick={() => setAmount(balance.left)}>
                {text.all(formatMoney(balance.left))}
              </Button>
            ) : null}
          </div>
          <Choices
            label={text.moyen}
            value={values.MOYEN}
            values={MOYENS_SAISIS}
            words={paiementsText.moyens}
            error={engine.errors.MOYEN}
            onChange={(MOYEN) => engine.setMany({ MOYEN })}
          />
          <Choices
            label={text.genre}
            value={values.GENRE}
            values={GENRES_PAIEMENT}
            words={paiementsText.genres}
            onChange={(GENRE) => engine.setMany({ GENRE })}
          />
          <DateField
            label={isRefund ? text.dayBack : text.day}
            value={values.DATE_PAIEMENT}
            onChange={(DATE_PAIEMENT) => engine.setMany({ DATE_PAIEMENT })}
            error={issues.DATE_PAIEMENT}
            required
          />
          <TextInput
            label={values.MOYEN === '' ? text.anyReference : text.reference[values.MOYEN]}
            size="md"
            maxLength={LONGEST_REFERENCE}
            autoComplete="off"
            {...form.getInputProps('REFERENCE')}
          />
          <Textarea
            label={text.note}
            size="md"
            autosize
            minRows={1}
            maxLength={LONGEST_NOTE}
            {...form.getInputProps('NOTE')}
          />
          {corrected ? (
            <TextInput
              label={text.why}
              description={text.correctHint}
              size="md"
              maxLength={LONGEST_REASON}
              {...form.getInputProps('MOTIF')}
            />
          ) : null}
          <div role="status" className={styles.warnings}>
            {!isRefund && amount > balance.left && balance.due > 0 ? (
              <p className={styles.warning}>{text.more(formatMoney(amount - balance.left))}</p>
            ) : null}
            {!isRefund && hasEnded ? (
              <p className={styles.warning}>{balance.due > 0 ? text.ended : text.goesBack}</p>
            ) : null}
            {twin ? (
              <p className={styles.warning}>{text.alike(formatMoney(twin.MONTANT), formatDate(twin.DATE_PAIEMENT))}</p>
            ) : null}
            {status.online ? null : <p className={styles.hint}>{text.offline}</p>}
          </div>
          <Button size="md" loading={busy} onClick={() => void save()}>
            {text.save}
          </Button>
        </div>
      )}
    </FormSheet>
  )
}

interface ChoicesProps<V extends string> {
  label: string
  value: V | ''
  values: readonly V[]
  words: Record<V, string>
  error?: string | undefined
  onChange: (value: V) => void
}

/** One of a few, each a chip that a thumb reaches. */
function Choices<V extends string>({ label, value, values, words, error, onChange }: ChoicesProps<V>) {
  return (
    <fieldset className={styles.choices}>
      <legend>{label}</legend>
      <Chip.Group value={value} onChange={(next) => onChange(next as V)}>
        <div className={styles.chips}>
          {values.map((one) => (
            <Chip key={one} value={one} variant="outline" size="md">
              {words[one]}
            </Chip>
          ))}
        </div>
      </Chip.Group>
      {error ? (
        <p className={styles.error} role="alert">
          {error}
        </p>
      ) : null}
    </fieldset>
  )
}
