import { Button, Radio, Textarea } from '@mantine/core'
import { useCallback, useMemo, useState } from 'react'
import { CancelledOrder, LONGEST_CANCEL_REASON, type OrderCancellation } from '../../../schemas/cancelled-order.ts'
import { devis as devisEntity } from '../../../schemas/entities/devis.ts'
import { messages } from '../../../schemas/messages.ts'
import { shapeOf } from '../../../schemas/reads-as.ts'
import { letterRefusal, withdrawalDeadline } from '../../../schemas/rules/withdrawal.ts'
import { uuidv7 } from '../../../schemas/uuid.ts'
import type { LocalRecord } from '../../../sync/store/local-record.ts'
import { callApi } from '../../data/api/api.ts'
import { useZone } from '../../data/session/use-zone.ts'
import { useSync } from '../../data/sync-status/sync-context.ts'
import { DateField } from '../../forms/fields/date-field.tsx'
import { FormSheet } from '../../forms/form-sheet.tsx'
import { useFormEngine } from '../../forms/use-form-engine.ts'
import { commandeText as text } from '../../text/commande.ts'
import { formatDate } from '../../ui/format/format.ts'
import { useBusy } from '../../ui/notices/use-busy.ts'
import { Sheet } from '../../ui/page/sheet.tsx'
import styles from './devis.module.css'

const isCancelled = shapeOf(CancelledOrder)

type Values = { GENRE: OrderCancellation['GENRE'] | ''; DATE_COURRIER: string; MOTIF: string }
const EMPTY: Values = { GENRE: '', DATE_COURRIER: '', MOTIF: '' }

interface CancelOrderProps {
  devis: LocalRecord<'devis'>
  onClose: () => void
}

function bodyOf({ GENRE, DATE_COURRIER, MOTIF }: Values): OrderCancellation {
  return GENRE === 'retractation' ? { GENRE, DATE_COURRIER } : { GENRE: 'annulation', MOTIF: MOTIF.trim() }
}

/** What is missing, or why the letter ends nothing. */
function issuesOf({ GENRE, DATE_COURRIER, MOTIF }: Values, signedAt: string, zone: string): Record<string, string> {
  if (GENRE === '') return { GENRE: text.kindMissing }
  if (GENRE === 'annulation') return MOTIF.trim() === '' ? { MOTIF: text.reasonMissing } : {}
  if (DATE_COURRIER === '') return { DATE_COURRIER: messages.required }
  const refusal = letterRefusal(signedAt, DATE_COURRIER, { zone, now: new Date() })
  return refusal === null ? {} : { DATE_COURRIER: refusal }
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
  const validate = useCallback(({ values }: { values: Values }) => issuesOf(values, signedAt, zone), [signedAt, zone])
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
