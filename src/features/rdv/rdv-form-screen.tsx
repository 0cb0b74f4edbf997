import { useParams } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import { addDays, wallClock } from '../../../schemas/dates.ts'
import { PROPOSED_DAYS } from '../../../schemas/rules/free-slots.ts'
import { useLiveRecord } from '../../data/records/use-live.ts'
import { useOffered } from '../../data/records/use-offered.ts'
import { useSession } from '../../data/session/session.tsx'
import { useHours } from '../../data/session/use-hours.ts'
import { useZone } from '../../data/session/use-zone.ts'
import { LedToKept } from '../../domain/clients/led-to-kept.tsx'
import { useRdvsHref } from '../../domain/navigation/use-way-back.ts'
import { ownVisit } from '../../domain/rdv/plan-rdv.ts'
import { cachedRdv } from '../../domain/rdv/rdv-cache.ts'
import { useTakenTimes } from '../../domain/rdv/use-taken.ts'
import { MissingRecord } from '../../domain/records/resource-view.tsx'
import { useFormRecord } from '../../forms/use-form-record.ts'
import { paths } from '../../ui/navigation/paths.ts'
import { useQuery } from '../../ui/navigation/use-query.ts'
import { RdvForm } from './rdv-form.tsx'
import { createValues, type Opening, rescheduledFrom, rescheduledValues } from './rdv-opening.ts'
import { proposedTimes, USUAL_MINUTES } from './rdv-times.ts'

/** /manager/rdv/create and /manager/rdv/$id/edit. */
export function RdvFormScreen() {
  const { id } = useParams({ strict: false }) as { id?: string }
  return <RdvFormPage key={id ?? 'create'} id={id} />
}

function RdvFormPage({ id }: { id: string | undefined }) {
  const [query] = useQuery()
  const { account } = useSession()
  // Read once: the form clears the cache when the person leaves it.
  const [opening] = useState(() => ({
    id,
    cache: cachedRdv(),
    query: Object.fromEntries(Object.entries(query).filter(([name]) => name !== 'IDCLIENT')),
    defaults: { IDPERSONNELS: ownVisit(account) },
  }))
  const client = useLiveRecord('client', id === undefined ? query.IDCLIENT : null)
  const list = useRdvsHref()
  const wasShown = useRef(false)
  if (id === undefined) {
    if (client === undefined && query.IDCLIENT !== undefined && !wasShown.current) return null
    // As in the form of a project.
    if (client === null && query.IDCLIENT !== undefined && !wasShown.current)
      return (
        <LedToKept id={query.IDCLIENT} hrefOf={(kept) => paths.resource.create('rdv', { ...query, IDCLIENT: kept })}>
          <MissingRecord back={list} />
        </LedToKept>
      )
    wasShown.current = true
    return <CreatePage opening={opening} idClient={query.IDCLIENT} />
  }
  return <EditPage id={id} opening={opening} />
}

function CreatePage({ opening, idClient }: { opening: Opening; idClient: string | undefined }) {
  const { account } = useSession()
  const zone = useZone()
  const hours = useHours()
  const natures = useOffered('NATURE_RDV')
  const [now] = useState(() => wallClock(new Date(), zone))
  const values = createValues(opening)
  const today = now.slice(0, 10)
  const isTimed = values.RDV_DEBUT !== undefined
  const taken = useTakenTimes(isTimed ? null : { from: today, until: addDays(today, PROPOSED_DAYS) })
  if (natures === undefined || (!isTimed && taken === undefined)) return null
  // The usual nature for sellers and measurers, so that the agenda has its colour without a choice.
  const code = account.roles.includes('commercial') ? 'Com' : account.roles.includes('metreur') ? 'Metre' : null
  const nature = natures.find((one) =>
    values.IDNATURE_RDV === undefined ? one.CODE === code : one.id === values.IDNATURE_RDV,
  )
  const minutes = nature?.DUREE || USUAL_MINUTES
  return (
    <RdvForm
      rdv={null}
      from={{
        IDNATURE_RDV: nature?.id ?? '',
        ...proposedTimes(values, { minutes, now, taken: taken ?? [], hours }),
        ...values,
      }}
      startWith={undefined}
      idClient={idClient}
    />
  )
}

function EditPage({ id, opening }: { id: string; opening: Opening }) {
  const back = useRdvsHref()
  const { record: rdv, gone } = useFormRecord('rdv', id)
  if (rdv === undefined) return null
  if (rdv === null) return <MissingRecord back={back} />
  return (
    <RdvForm
      rdv={rdv}
      gone={gone}
      from={{}}
      startWith={rescheduledValues(opening)}
      openedOn={rescheduledFrom(opening)}
      idClient={undefined}
    />
  )
}
