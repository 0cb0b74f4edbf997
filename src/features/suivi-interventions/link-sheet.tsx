import { Button, Radio } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { entityOf } from '../../../schemas/resources.ts'
import { linkChoices, otherQuoteOf } from '../../../schemas/rules/intervention-devis.ts'
import { useCommands } from '../../data/records/use-commands.ts'
import { useLiveList, useLiveRecord } from '../../data/records/use-live.ts'
import { FieldChangeNotice } from '../../forms/field-change.tsx'
import { quoteOption } from '../../forms/fields/devis-option.ts'
import { valuesOf } from '../../forms/form-values.ts'
import { useResourceForm } from '../../forms/use-resource-form.ts'
import { interventionText } from '../../text/intervention-form.ts'
import { suiviInterventionsText as text } from '../../text/suivi-interventions.ts'
import { paths } from '../../ui/navigation/paths.ts'
import { notices } from '../../ui/notices/notices.tsx'
import { useBusy } from '../../ui/notices/use-busy.ts'
import { Sheet } from '../../ui/page/sheet.tsx'
import styles from './suivi-interventions.module.css'
import type { Intervention } from './use-interventions.ts'

const entity = entityOf('intervention')
const NOTHING = { ordered: undefined, only: undefined }

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
  // Of works on a quote that their customer did not choose, the order is proposed.
  const isOther = found !== undefined && otherQuoteOf(work, found) !== null
  const held = isOther && !form.isDirty() ? '' : form.values.IDDEVIS
  const IDDEVIS = String(held || (only?.IDDEVIS ?? ''))
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
                {quotes
                  ?.map((devis) => quoteOption(devis, quotes))
                  .map(({ value, label, hint }) => (
                    <Radio key={value} size="md" value={value} label={label} description={hint} />
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
