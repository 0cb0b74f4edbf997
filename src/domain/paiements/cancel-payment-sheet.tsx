import { Button, Textarea } from '@mantine/core'
import { useCommands } from '../../data/records/use-commands.ts'
import { FormSheet } from '../../forms/form-sheet.tsx'
import { useFormEngine } from '../../forms/use-form-engine.ts'
import { paiementsText } from '../../text/paiements.ts'
import { formatMoney } from '../../ui/format/format.ts'
import { notices } from '../../ui/notices/notices.tsx'
import { useBusy } from '../../ui/notices/use-busy.ts'
import type { Paiement } from './order-payments.ts'
import styles from './paiements.module.css'

const text = paiementsText.cancel
/** Of MOTIF_ANNULATION. */
const LONGEST = 300

type Values = { MOTIF: string }
const validate = ({ values }: { values: Values }) => (values.MOTIF.trim() === '' ? { MOTIF: text.whyMissing } : {})

/** Cancels a payment with a reason: it stays in the list and counts nothing. */
export function CancelPaymentSheet({ paiement, onClose }: { paiement: Paiement; onClose: () => void }) {
  const commands = useCommands()
  const { busy, whileBusy } = useBusy()
  const engine = useFormEngine<Values>({ values: { MOTIF: '' }, validate, afterTry: true })
  const { form, values, valid } = engine
  const save = async (): Promise<boolean> => {
    engine.touchAll()
    if (!valid) return false
    return whileBusy(async () => {
      await commands.cancelPayment(paiement.id, values.MOTIF.trim())
      notices.success(text.done)
      engine.markSaved()
      onClose()
    })
  }
  return (
    <FormSheet
      engine={engine}
      draftKey={`paiement/${paiement.id}/annuler`}
      title={text.title(formatMoney(paiement.MONTANT))}
      canSave={valid}
      saving={busy}
      save={save}
      onClose={onClose}
    >
      {() => (
        <div className={styles.sheet}>
          <p className={styles.hint}>{text.hint}</p>
          <div className={styles.chips}>
            {text.reasons.map((reason) => (
              <Button
                key={reason}
                variant={values.MOTIF === reason ? 'filled' : 'default'}
                aria-pressed={values.MOTIF === reason}
                onClick={() => engine.setMany({ MOTIF: reason })}
              >
                {reason}
              </Button>
            ))}
          </div>
          <Textarea
            label={text.why}
            size="md"
            autosize
            minRows={2}
            maxLength={LONGEST}
            {...form.getInputProps('MOTIF')}
          />
          <Button size="md" color="rouge" loading={busy} onClick={() => void save()}>
            {text.action}
          </Button>
        </div>
      )}
    </FormSheet>
  )
}
