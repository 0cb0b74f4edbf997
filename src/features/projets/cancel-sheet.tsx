import { Button, Chip, Text } from '@mantine/core'
import { useState } from 'react'
import { today } from '../../../schemas/dates.ts'
import { notices } from '../../components/notices.tsx'
import { useZone } from '../../components/resource/use-zone.ts'
import { Sheet } from '../../components/sheet.tsx'
import { useCommands } from '../../db/use-commands.ts'
import { useReferences } from '../../db/use-references.ts'
import { projetsText } from '../../text/projets.ts'
import styles from './projet.module.css'

/** Ends a project with a reason of TYPE_ANNULATION (ENT-07). Local and immediate; the server has it when there is a network. */
export function CancelSheet({ idProjet, opened, onClose }: { idProjet: string; opened: boolean; onClose: () => void }) {
  const reasons = useReferences('TYPE_ANNULATION')
  const commands = useCommands()
  const zone = useZone()
  const [reason, setReason] = useState<string | null>(null)
  const [saving, setSaving] = useState(false)

  const confirm = async (): Promise<void> => {
    if (reason === null) return
    setSaving(true)
    try {
      await commands.cancelProjet(idProjet, { ID_MOTIF_SANS_SUITE: reason, DATE_SANS_SUITE: today(zone) })
      notices.success(projetsText.cancelled)
      onClose()
    } catch (error) {
      notices.failure(error)
    } finally {
      setSaving(false)
    }
  }

  return (
    <Sheet opened={opened} onClose={onClose} title={projetsText.cancelTitle}>
      <Text size="sm" c="dimmed">
        {projetsText.cancelText}
      </Text>
      <Chip.Group value={reason} onChange={setReason}>
        <div className={styles.reasons} role="radiogroup" aria-label={projetsText.cancelReason}>
          {reasons.map((one) => (
            <Chip key={one.id} value={one.id} size="md" variant="outline">
              {one.LIBELLE}
            </Chip>
          ))}
        </div>
      </Chip.Group>
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
