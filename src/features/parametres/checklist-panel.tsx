import type { ChecklistItem } from '../../../schemas/checklist.ts'
import { Checklist } from '../../domain/company/checklist.tsx'
import { useChecklist } from '../../domain/company/use-checklist.ts'
import { ReadingTrouble } from '../../domain/online/reading-trouble.tsx'
import { checklistText as text } from '../../text/checklist.ts'
import { paths } from '../../ui/navigation/paths.ts'

/** Where a director sets up each item; SMS and payments are the administrator's. */
const HREFS: Partial<Record<ChecklistItem, string>> = {
  apparence: paths.reglages.href(),
  papiers: paths.reglages.href(),
  agences: paths.liste.href('AGENCES'),
  personnel: paths.comptes.href(),
  listes: paths.liste.href('NATURE_RDV'),
  rapports: paths.formulaire.href(),
  tarifs: paths.tarifs.href(),
  mail: paths.courrier.href(),
  import: paths.imports.href(),
}

/** What the company has set up, for its directors (SET-02). */
export function ChecklistPanel() {
  const reading = useChecklist()
  return (
    <>
      <ReadingTrouble reading={reading} words={text} card />
      {reading.known === null ? null : <Checklist entries={reading.known} hrefOf={(item) => HREFS[item]} />}
    </>
  )
}
