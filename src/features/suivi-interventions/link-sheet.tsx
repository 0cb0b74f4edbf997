import { Button, Radio } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { devis as devisEntity } from '../../../schemas/entities/devis.ts'
import { entityOf } from '../../../schemas/resources.ts'
import type { LocalRecord } from '../../../sync/store/local-record.ts'
import { useCommands } from '../../data/records/use-commands.ts'
import { useLiveList, useLiveRecord } from '../../data/records/use-live.ts'
import { quoteState } from '../../domain/devis/devis-state.ts'
import { FieldChangeNotice } from '../../forms/field-change.tsx'
import { valuesOf } from '../../forms/form-values.ts'
import { useResourceForm } from '../../forms/use-resource-form.ts'
import { interventionText } from '../../text/intervention-form.ts'
import { suiviInterventionsText as text } from '../../text/suivi-interventions.ts'
import { formatMoney } from '../../ui/format/format.ts'
import { paths } from '../../ui/navigation/paths.ts'
import { notices } from '../../ui/notices/notices.tsx'
import { useBusy } from '../../ui/notices/use-busy.ts'
import { Sheet } from '../../ui/page/sheet.tsx'
import { linkChoices } from './interventions.ts'
import styles from './suivi-interventions.module.css'
import type { Intervention } from './use-interventions.ts'

type Devis = LocalRecord<'devis'>
const entity = entityOf('intervention')
const NOTHING = { ordered: undefined, only: undefined }

const about = (devis: Devis): string =>
  [devis.OBJET, quoteState(devis).label, formatMoney(devis.PRIX_TTC)].filter(Boolean).join(' · ')

/** The quote of an intervention: one of its project's, all of them listed. */
export function LinkQuoteSheet({
  work,
  sealed,
  onClose,
}: {
  work: Intervention
  /** Its PV was signed, perhaps while the sheet was open. */
  sealed: boolean
  onClose: () => void
}) {
  const commands = useCommands()
  const live = useLiveRecord('intervention', work.IDINTERVENTION) ?? work
  const [initial] = useState(() => valuesOf(entity, work))
  const form = useResourceForm({ entity, record: live, initial, draftKey: `intervention/${work.IDINTERVENTION}/devis` })
  const { busy: saving, whileBusy } = useBusy()
  const found = useLiveList('devis', { selector: { IDPROJET: work.IDPROJET } })
  const { ordered: quotes, only } = found ? linkChoices(found) : NOTHING
  const IDDEVIS = String(form.values.IDDEVIS || (only?.IDDEVIS ?? ''))
  const save = () =>
    whileBusy(async () => {
      await commands.update('intervention', work.IDINTERVENTION, { IDDEVIS }, { base: form.base() })
      form.markSaved()
      notices.success(text.linked)
      onClose()
    })
  return (
    <Sheet opened onClose={onClose} title={text.linkQuote}>
      <div className={styles.sheet}>
        {sealed ? (
          <p className={styles.empty}>{interventionText.sealed}</p>
        ) : quotes?.length === 0 ? (
          <>
            <p className={styles.empty}>{text.noQuotes}</p>
            <Button component={Link} to={paths.resource.view('projet', work.IDPROJET)} size="md">
              {text.openProject}
            </Button>
          </>
        ) : (
          <>
            <Radio.Group value={IDDEVIS} onChange={(id) => form.set('IDDEVIS', id)} aria-label={text.devis}>
              <div className={styles.choices}>
                {quotes?.map((devis) => (
                  <Radio
                    key={devis.IDDEVIS}
                    size="md"
                    value={devis.IDDEVIS}
                    label={devisEntity.label(devis)}
                    description={about(devis)}
                  />
                ))}
              </div>
            </Radio.Group>
            <FieldChangeNotice form={form} name="IDDEVIS" />
            <Button size="md" disabled={IDDEVIS === ''} loading={saving} onClick={() => void save()}>
              {text.saveLink}
            </Button>
          </>
        )}
      </div>
    </Sheet>
  )
}
