import { Text } from '@mantine/core'
import { useParams } from '@tanstack/react-router'
import { useMemo } from 'react'
import { devis as devisEntity } from '../../../schemas/entities/devis.ts'
import { rdv as rdvEntity } from '../../../schemas/entities/rdv.ts'
import { isPending } from '../../../schemas/rules/devis.ts'
import { useLiveList } from '../../data/records/use-live.ts'
import { useReferences } from '../../data/records/use-references.ts'
import { useSession } from '../../data/session/session.tsx'
import { useNow } from '../../data/session/use-now.ts'
import { useMay } from '../../domain/personnels/use-staff.ts'
import { followingRdv } from '../../domain/rdv/plan-rdv.ts'
import { cacheRdv } from '../../domain/rdv/rdv-cache.ts'
import { useFormRecord } from '../../forms/use-form-record.ts'
import { rdvText } from '../../text/rdv.ts'
import { shortDayOf } from '../../ui/format/day-of.ts'
import { formatTimeRange } from '../../ui/format/format.ts'
import { paths } from '../../ui/navigation/paths.ts'
import { useGo, useLeave } from '../../ui/navigation/use-leave.ts'
import { Sheet } from '../../ui/page/sheet.tsx'
import type { NextStepChoice } from './debrief-draft.ts'
import { DebriefForm } from './debrief-form.tsx'
import { RdvPage } from './rdv-screen.tsx'

/** /manager/rdv/$id/debrief: the sheet over the appointment's page. */
export function DebriefScreen() {
  const { id } = useParams({ strict: false }) as { id: string }
  return <DebriefPage key={id} id={id} />
}

function DebriefPage({ id }: { id: string }) {
  const now = useNow()
  const { record: rdv, gone } = useFormRecord('rdv', id)
  const devis = useLiveList('devis', rdv?.IDPROJET ? { selector: { IDPROJET: rdv.IDPROJET } } : null)
  const quotes = useMemo(() => (devis ?? []).filter(isPending), [devis])
  const { account } = useSession()
  const natures = useReferences('NATURE_RDV')
  const allowed = useMay()
  const go = useGo()
  const leave = useLeave(paths.resource.view('rdv', id))

  const onSaved = (next: NextStepChoice, quote: string | null): void => {
    if (!rdv || next === 'none' || next === 'relance') {
      leave()
      return
    }
    if (next === 'devis') {
      go(paths.resource.create('devis', { IDPROJET: rdv.IDPROJET ?? '' }), { replace: true })
      return
    }
    const sold = quotes.find((one) => one.IDDEVIS === quote)
    if (sold && (next === 'sign' || next === 'send')) {
      go(paths.resource.view('devis', sold.IDDEVIS), { replace: true })
      return
    }
    const { r2Title, meetTitle } = rdvText.debriefForm
    cacheRdv(null, {
      RDV_OBJET: sold && next === 'meet' ? meetTitle(devisEntity.label(sold)) : r2Title(rdv.RDV_OBJET ?? ''),
      IDNATURE_RDV: natures.find((nature) => nature.CODE === 'R2' && nature.ARCHIVE !== 1)?.id ?? null,
      ...followingRdv(rdv, account),
    })
    go(paths.resource.create('rdv'), { replace: true })
  }

  return (
    <>
      <RdvPage id={id} />
      {rdv ? (
        <Sheet opened onClose={leave} title={rdvText.debriefForm.title} size="lg">
          <Text size="sm" c="dimmed" mb="md" className="tabular">
            {rdvEntity.label(rdv)} · {shortDayOf(rdv.RDV_DEBUT, now)}, {formatTimeRange(rdv.RDV_DEBUT, rdv.RDV_FIN)}
          </Text>
          {allowed('debrief', 'rdv') ? (
            <DebriefForm
              rdv={rdv}
              quotes={quotes}
              mayQuote={allowed('create', 'devis')}
              gone={gone}
              onSaved={onSaved}
            />
          ) : (
            <Text>{rdvText.debriefForm.forbidden}</Text>
          )}
        </Sheet>
      ) : null}
    </>
  )
}
