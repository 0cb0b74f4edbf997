import { Button, Radio, Textarea } from '@mantine/core'
import { useCallback, useMemo, useState } from 'react'
import { CancelledOrder, LONGEST_CANCEL_REASON, type OrderCancellation } from '../../../schemas/cancelled-order.ts'
import { devis as devisEntity } from '../../../schemas/entities/devis.ts'
import { messages } from '../../../schemas/messages.ts'
import { shapeOf } from '../../../schemas/reads-as.ts'
import { keptRefusal, letterRefusal, mayWithdraw, withdrawalDeadline } from '../../../schemas/rules/withdrawal.ts'
import { uuidv7 } from '../../../schemas/uuid.ts'
import type { LocalRecord } from '../../../sync/store/local-record.ts'
import { callApi } from '../../data/api/api.ts'
import { useLiveList } from '../../data/records/use-live.ts'
import { useZone } from '../../data/session/use-zone.ts'
import { useSync } from '../../data/sync-status/sync-context.ts'
import { balanceHere } from '../../domain/paiements/order-payments.ts'
import { DateField } from '../../forms/fields/date-field.tsx'
import { DecimalInput } from '../../forms/fields/decimal-input.tsx'
import { FormSheet } from '../../forms/form-sheet.tsx'
import { useFormEngine } from '../../forms/use-form-engine.ts'
import { commandeText as text } from '../../text/commande.ts'
import { formatDate, formatMoney } from '../../ui/format/format.ts'
import { useBusy } from '../../ui/notices/use-busy.ts'
import { Sheet } from '../../ui/page/sheet.tsx'
import styles from './devis.module.css'

const isCancelled = shapeOf(CancelledOrder)

type Values = {
  GENRE: OrderCancellation['GENRE'] | ''
  DATE_COURRIER: string
  MOTIF: string
  /** Cents. */
  MONTANT_CONSERVE: number | ''
}
const EMPTY: Values = { GENRE: '', DATE_COURRIER: '', MOTIF: '', MONTANT_CONSERVE: '' }

interface CancelOrderProps {
  devis: LocalRecord<'devis'>
  onClose: () => void
}

function bodyOf({ GENRE, DATE_COURRIER, MOTIF, MONTANT_CONSERVE }: Values): OrderCancellation {
  if (GENRE === 'retractation') return { GENRE, DATE_COURRIER }
  // A server that is older knows no such amount.
  const kept = MONTANT_CONSERVE === '' || MONTANT_CONSERVE === 0 ? {} : { MONTANT_CONSERVE }
  return { GENRE: 'annulation', MOTIF: MOTIF.trim(), ...kept }
}

interface Ending {
  order: { PRIX_TTC: number; DATE_SIGNATURE: string }
  /** Cents that the company has of the order; undefined while the payments are being read. */
  received: number | undefined
  zone: string
}

/** What is missing, or why the letter ends nothing. */
function issuesOf(values: Values, ending: Ending): Record<string, string> {
  const { GENRE, DATE_COURRIER, MOTIF } = values
  if (GENRE === '') return { GENRE: text.kindMissing }
  if (GENRE === 'annulation')
    return { ...(MOTIF.trim() === '' ? { MOTIF: text.reasonMissing } : {}), ...keptIssue(values, ending) }
  if (DATE_COURRIER === '') return { DATE_COURRIER: messages.required }
  const { order, zone } = ending
  const refusal = letterRefusal(order.DATE_SIGNATURE, DATE_COURRIER, { zone, now: new Date() })
  return refusal === null ? {} : { DATE_COURRIER: refusal }
}

/** Where something was received, the office says what becomes of it: nothing is kept, or given back, by an empty field. */
function keptIssue({ MONTANT_CONSERVE: kept }: Values, { order, received, zone }: Ending): Record<string, string> {
  const now = new Date()
  if (kept === '') {
    const asks = received !== 0 && !mayWithdraw(order.DATE_SIGNATURE, zone, now)
    return asks ? { MONTANT_CONSERVE: text.keptMissing } : {}
  }
  const refusal = keptRefusal(order, kept, { zone, now })
  return refusal === null ? {} : { MONTANT_CONSERVE: refusal }
}

/** The office records that an order ended outside of the customer's space. The server does it at once: it needs the network. */
export function CancelOrderSheet({ devis, onClose }: CancelOrderProps) {
  const [done, setDone] = useState<CancelledOrder | null>(null)
  if (done === null) return <CancelForm devis={devis} onClose={onClose} onDone={setDone} />
  return (
    <Sheet opened onClose={onClose} title={text.done}>
      <div className={styles.cancel}>
        <div role="status" className={styles.cancel}>
          <p>{done.texte}</p>
          <p>{done.mail ? text.mailed : text.notMailed}</p>
        </div>
        <Button size="md" onClick={onClose}>
          {text.close}
        </Button>
      </div>
    </Sheet>
  )
}

function CancelForm({ devis, onClose, onDone }: CancelOrderProps & { onDone: (done: CancelledOrder) => void }) {
  const zone = useZone()
  const { online } = useSync().status
  const { busy, whileBusy } = useBusy()
  const signedAt = devis.DATE_SIGNATURE ?? ''
  const payments = useLiveList('paiement', { selector: { IDDEVIS: devis.IDDEVIS } })
  const received = payments && balanceHere(devis, payments).received
  const { PRIX_TTC } = devis
  const validate = useCallback(
    ({ values }: { values: Values }) =>
      issuesOf(values, { order: { PRIX_TTC, DATE_SIGNATURE: signedAt }, received, zone }),
    [PRIX_TTC, signedAt, received, zone],
  )
  const engine = useFormEngine<Values>({ values: EMPTY, validate, afterTry: true })
  const { form, values, valid, issues } = engine
  const body = JSON.stringify(bodyOf(values))
  // One for each body: a second try of the same is never done twice.
  const key = useMemo(() => ({ of: body, id: uuidv7() }), [body]).id
  const save = async (): Promise<boolean> => {
    engine.touchAll()
    if (!valid || !online) return false
    return whileBusy(async () => {
      const path = `/devis/${encodeURIComponent(devis.IDDEVIS)}/annulation`
      const call = { method: 'POST', body: JSON.parse(body), idempotencyKey: key, ownRefusal: true } as const
      const done = await callApi(path, isCancelled, call)
      engine.markSaved()
      onDone(done)
    })
  }
  return (
    <FormSheet
      engine={engine}
      draftKey={`devis/${devis.IDDEVIS}/annulation`}
      title={text.title(devisEntity.label(devis))}
      canSave={valid && online}
      save={save}
      label={text.action}
      onClose={onClose}
    >
      {(close) => (
        <div className={styles.cancel}>
          <p>{text.intro}</p>
          <Radio.Group
            label={text.how}
            value={values.GENRE}
            onChange={(GENRE) => engine.setMany({ GENRE: GENRE as Values['GENRE'] })}
            error={engine.errors.GENRE}
          >
            <Radio
              className={styles.kind ?? ''}
              value="retractation"
              label={text.kinds.retractation}
              description={text.hints.retractation(formatDate(withdrawalDeadline(signedAt, zone)))}
            />
            <Radio
              className={styles.kind ?? ''}
              value="annulation"
              label={text.kinds.annulation}
              description={text.hints.annulation}
            />
          </Radio.Group>
          {values.GENRE === 'retractation' ? (
            <DateField
              label={text.day}
              value={values.DATE_COURRIER}
              onChange={(DATE_COURRIER) => engine.setMany({ DATE_COURRIER })}
              error={values.DATE_COURRIER === '' ? engine.errors.DATE_COURRIER : issues.DATE_COURRIER}
              required
            />
          ) : null}
          {values.GENRE === 'annulation' ? (
            <Textarea
              label={text.reason}
              description={text.reasonHint}
              size="md"
              autosize
              minRows={2}
              maxLength={LONGEST_CANCEL_REASON}
              required
              {...form.getInputProps('MOTIF')}
            />
          ) : null}
          {values.GENRE === 'annulation' && !mayWithdraw(signedAt, zone, new Date()) ? (
            <DecimalInput
              label={text.kept}
              withAsterisk={received !== 0}
              description={text.keptHint(formatMoney(received ?? 0))}
              size="md"
              value={values.MONTANT_CONSERVE === '' ? '' : values.MONTANT_CONSERVE / 100}
              onChange={(euros) => engine.setMany({ MONTANT_CONSERVE: euros === '' ? '' : Math.round(euros * 100) })}
              error={engine.errors.MONTANT_CONSERVE}
              thousandSeparator=" "
              decimalScale={2}
              allowNegative={false}
              suffix=" €"
            />
          ) : null}
          <p role="status" className={styles.quiet}>
            {online ? '' : text.offline}
          </p>
          <Button size="md" color="rouge" disabled={!online} loading={busy} onClick={() => void save()}>
            {text.action}
          </Button>
          <Button size="md" variant="default" onClick={close}>
            {text.keep}
          </Button>
        </div>
      )}
    </FormSheet>
  )
}
