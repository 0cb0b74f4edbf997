import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { paths } from '../../app/paths.ts'
import { notices } from '../../components/notices.tsx'
import { RefField } from '../../components/resource/ref-field.tsx'
import { Sheet } from '../../components/sheet.tsx'
import { useCommands } from '../../db/use-commands.ts'
import { useLiveList } from '../../db/use-live.ts'
import { suiviInterventionsText as text } from '../../text/suivi-interventions.ts'
import styles from './suivi-interventions.module.css'
import type { Intervention, Rdv } from './use-works.ts'

function useSave(write: () => Promise<void>, onClose: () => void) {
  const [saving, setSaving] = useState(false)
  const save = async (): Promise<void> => {
    setSaving(true)
    try {
      await write()
      notices.success(text.linked)
      onClose()
    } catch (error) {
      notices.failure(error)
    } finally {
      setSaving(false)
    }
  }
  return { saving, save: () => void save() }
}

/** The quote that an intervention carries out: one of its project's. */
export function LinkQuoteSheet({ work, onClose }: { work: Intervention; onClose: () => void }) {
  const commands = useCommands()
  const [IDDEVIS, setDevis] = useState(work.IDDEVIS ?? '')
  const quotes = useLiveList('devis', { selector: { IDPROJET: work.IDPROJET } })
  const { saving, save } = useSave(() => commands.update('intervention', work.IDINTERVENTION, { IDDEVIS }), onClose)
  return (
    <Sheet opened onClose={onClose} title={text.linkQuote}>
      <div className={styles.sheet}>
        {quotes?.length === 0 ? (
          <>
            <p className={styles.empty}>{text.noQuotes}</p>
            <Button component={Link} to={paths.resource.view('projet', work.IDPROJET)} size="md">
              {text.openProject}
            </Button>
          </>
        ) : (
          <>
            <RefField
              to="devis"
              label={text.devis}
              required
              value={IDDEVIS}
              onChange={setDevis}
              values={{ IDPROJET: work.IDPROJET }}
            />
            <Button size="md" disabled={IDDEVIS === ''} loading={saving} onClick={save}>
              {text.saveLink}
            </Button>
          </>
        )}
      </div>
    </Sheet>
  )
}

/** The project that a measure was taken for. */
export function LinkProjectSheet({ rdv, onClose }: { rdv: Rdv; onClose: () => void }) {
  const commands = useCommands()
  const [IDPROJET, setProjet] = useState('')
  const { saving, save } = useSave(() => commands.update('rdv', rdv.IDRDV, { IDPROJET }), onClose)
  return (
    <Sheet opened onClose={onClose} title={text.linkProject}>
      <div className={styles.sheet}>
        <RefField to="projet" label={text.project} required value={IDPROJET} onChange={setProjet} />
        <Button size="md" disabled={IDPROJET === ''} loading={saving} onClick={save}>
          {text.saveLink}
        </Button>
      </div>
    </Sheet>
  )
}
