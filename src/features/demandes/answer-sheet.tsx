import { Button, Textarea } from '@mantine/core'
import { client as clientEntity } from '../../../schemas/entities/client.ts'
import {
  CANAUX_REPONSE,
  type CanalReponse,
  LONGEST_REPONSE,
  reponseRefusal,
  serviceRefusal,
} from '../../../schemas/rules/demandes.ts'
import type { LocalRecord } from '../../../sync/store/local-record.ts'
import { useCommands } from '../../data/records/use-commands.ts'
import { useCanaux } from '../../data/session/use-canaux.ts'
import { useSync } from '../../data/sync-status/sync-context.ts'
import { FormSheet } from '../../forms/form-sheet.tsx'
import { useFormEngine } from '../../forms/use-form-engine.ts'
import { demandesText as text } from '../../text/demandes.ts'
import { Segments } from '../../ui/controls/segments.tsx'
import { notices } from '../../ui/notices/notices.tsx'
import { useBusy } from '../../ui/notices/use-busy.ts'
import styles from './demandes.module.css'

type Answer = { CANAL: CanalReponse; TEXTE: string }

const validate = ({ values }: { values: Answer }) => (values.TEXTE.trim() === '' ? { TEXTE: text.textMissing } : {})

interface AnswerSheetProps {
  demande: LocalRecord<'demande'>
  client: LocalRecord<'client'>
  /** Shows what the customer wrote, where nothing else does. */
  quotes?: boolean
  onClose: () => void
}

/** An answer by mail or SMS: kept here at once, and sent by the server, which puts it into the project's journal. */
export function AnswerSheet({ demande, client, quotes = false, onClose }: AnswerSheetProps) {
  const commands = useCommands()
  const { status } = useSync()
  const { busy, whileBusy } = useBusy()
  const canaux = useCanaux()
  const refusalOf = (canal: CanalReponse, texte?: string): string | null =>
    serviceRefusal(canal, canaux) ?? reponseRefusal(canal, client, texte)
  const engine = useFormEngine<Answer>({
    values: { CANAL: refusalOf('mail') === null ? 'mail' : 'sms', TEXTE: '' },
    validate,
    afterTry: true,
  })
  const { form, values, valid } = engine
  const { CANAL } = values
  const refusal = refusalOf(CANAL, values.TEXTE)
  const save = async (): Promise<boolean> => {
    engine.touchAll()
    if (!valid || refusal !== null) return false
    return whileBusy(async () => {
      await commands.answer(demande.id, { CANAL, TEXTE: values.TEXTE.trim() })
      notices.success(text.sent[CANAL])
      engine.markSaved()
      onClose()
    })
  }
  return (
    <FormSheet
      engine={engine}
      draftKey={`demande/${demande.id}`}
      title={text.answerTo(clientEntity.label(client))}
      canSave={valid && refusal === null}
      saving={busy}
      save={save}
      onClose={onClose}
    >
      {() => (
        <div className={styles.sheet}>
          {quotes && demande.MESSAGE ? <blockquote className={styles.quote}>{demande.MESSAGE}</blockquote> : null}
          <Segments
            label={text.by}
            value={CANAL}
            onChange={(CANAL) => engine.setMany({ CANAL })}
            data={CANAUX_REPONSE.map((one) => ({ value: one, label: text.canaux[one] }))}
          />
          {refusal === null ? null : (
            <p className={styles.hint} role="status">
              {refusal}
            </p>
          )}
          <Textarea
            label={text.text}
            data-autofocus
            size="md"
            autosize
            minRows={4}
            maxRows={12}
            maxLength={LONGEST_REPONSE.mail}
            {...form.getInputProps('TEXTE')}
          />
          {status.online ? null : <p className={styles.hint}>{text.offline}</p>}
          <Button size="md" loading={busy} disabled={refusal !== null} onClick={() => void save()}>
            {text.send}
          </Button>
        </div>
      )}
    </FormSheet>
  )
}
