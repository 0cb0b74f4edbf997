import { Button, Chip, Text } from '@mantine/core'
import { useState } from 'react'
import { today } from '../../../schemas/dates.ts'
import type { Field } from '../../../schemas/entity.ts'
import { entityOf } from '../../../schemas/resources.ts'
import type { LocalRecord } from '../../../sync/store/local-record.ts'
import { useCommands } from '../../data/records/use-commands.ts'
import { useOffered } from '../../data/records/use-offered.ts'
import { useZone } from '../../data/session/use-zone.ts'
import { ChangeNotice } from '../../forms/field-change.tsx'
import { ResourceValue } from '../../forms/fields/resource-value.tsx'
import { changeText } from '../../text/form-changes.ts'
import { listsText } from '../../text/lists.ts'
import { projetsText } from '../../text/projets.ts'
import { notices } from '../../ui/notices/notices.tsx'
import { useBusy } from '../../ui/notices/use-busy.ts'
import { Sheet } from '../../ui/page/sheet.tsx'
import { type LeftPlanned, LeftPlannedList } from './left-planned.tsx'
import styles from './projet.module.css'

const END = ['DATE_SANS_SUITE', 'ID_MOTIF_SANS_SUITE'] as const
const { fields } = entityOf('projet')

/** Ends a project with a reason of TYPE_ANNULATION (ENT-07). Written locally, at once; sent to the server when there is a network. */
export function CancelSheet({
  projet,
  left,
  opened,
  onClose,
}: {
  projet: LocalRecord<'projet'>
  /** What stays in agendas. */
  left: LeftPlanned
  opened: boolean
  onClose: () => void
}) {
  const reasons = useOffered('TYPE_ANNULATION')
  const commands = useCommands()
  const zone = useZone()
  const [reason, setReason] = useState<string | null>(null)
  const { busy: saving, whileBusy } = useBusy()
  // The project at the sheet's opening: a colleague may end it in another way meanwhile (OUT-11).
  const [base, setBase] = useState(projet)
  const ended = END.some((name) => projet[name] !== base[name])
  if (projet !== base && (!opened || !ended)) setBase(projet)

  const confirm = async (): Promise<void> => {
    if (reason === null) return
    await whileBusy(async () => {
      await commands.cancel(
        projet.IDPROJET,
        { ID_MOTIF_SANS_SUITE: reason, DATE_SANS_SUITE: today(zone) },
        { base: { ...base, VERSION: projet.VERSION } },
      )
      notices.success(projetsText.cancelled)
      onClose()
    })
  }

  return (
    <Sheet opened={opened} onClose={onClose} title={projetsText.cancelTitle}>
      <Text size="sm" c="dimmed">
        {projetsText.cancelText}
      </Text>
      <LeftPlannedList left={left} />
      <Chip.Group value={reason} onChange={setReason}>
        <div className={styles.reasons} role="radiogroup" aria-label={projetsText.cancelReason}>
          {reasons?.map((one) => (
            <Chip key={one.id} value={one.id} size="md" variant="outline">
              {one.LIBELLE}
            </Chip>
          ))}
        </div>
      </Chip.Group>
      {reasons?.length === 0 ? <Text size="sm">{listsText.of.TYPE_ANNULATION.none}</Text> : null}
      <div aria-live="polite">
        {opened && ended && !saving ? (
          <ChangeNotice
            label={projetsText.cancelReason}
            head={changeText.byOther('pendant votre saisie')}
            facts={END.filter((name) => projet[name] !== null).map((name) => {
              const field = fields[name] as Field
              return { label: field.label, value: <ResourceValue name={name} field={field} value={projet[name]} /> }
            })}
            onChoose={(choice) => {
              setBase(projet)
              if (choice === 'theirs') onClose()
            }}
          />
        ) : null}
      </div>
      <div className={styles.sheetActions}>
        <Button variant="default" size="md" onClick={onClose}>
          {projetsText.keep}
        </Button>
        <Button color="rouge" size="md" disabled={reason === null} loading={saving} onClick={() => void confirm()}>
          {projetsText.cancelConfirm}
        </Button>
      </div>
    </Sheet>
  )
}
