import { useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { addMinutes } from '../../../schemas/dates.ts'
import { useOffered } from '../../data/records/use-offered.ts'
import { useSession } from '../../data/session/session.tsx'
import { useZone } from '../../data/session/use-zone.ts'
import { useRdvsHref } from '../../domain/navigation/use-way-back.ts'
import { ownVisit } from '../../domain/rdv/plan-rdv.ts'
import { cachedRdv } from '../../domain/rdv/rdv-cache.ts'
import { MissingRecord } from '../../domain/records/resource-view.tsx'
import { useFormRecord } from '../../forms/use-form-record.ts'
import { useQuery } from '../../ui/navigation/use-query.ts'
import { RdvForm } from './rdv-form.tsx'
import { createValues, rescheduledFrom, rescheduledValues } from './rdv-opening.ts'
import { defaultTimes } from './rdv-times.ts'

/** /manager/rdv/create and /manager/rdv/$id/edit. */
export function RdvFormScreen() {
  const { id } = useParams({ strict: false }) as { id?: string }
  return <RdvFormPage key={id ?? 'create'} id={id} />
}

function RdvFormPage({ id }: { id: string | undefined }) {
  const [query] = useQuery()
  const back = useRdvsHref()
  const { account } = useSession()
  const zone = useZone()
  const { record: rdv, gone } = useFormRecord('rdv', id)
  const natures = useOffered('NATURE_RDV')
  // Read once: the form clears the cache when the person leaves it.
  const [opening] = useState(() => ({
    id,
    cache: cachedRdv(),
    query: Object.fromEntries(Object.entries(query).filter(([name]) => name !== 'IDCLIENT')),
    defaults: { ...defaultTimes(new Date(), zone), IDPERSONNELS: ownVisit(account) },
  }))

  if (id === undefined) {
    // The usual nature for sellers and measurers, so that the agenda has its colour without a choice.
    const code = account.roles.includes('commercial') ? 'Com' : account.roles.includes('metreur') ? 'Metre' : null
    if (natures === undefined) return null
    const usual = natures.find((nature) => nature.CODE === code)
    const { RDV_DEBUT, RDV_FIN } = opening.defaults
    const defaults = {
      ...opening.defaults,
      RDV_FIN: usual?.DUREE ? addMinutes(RDV_DEBUT, usual.DUREE) : RDV_FIN,
      IDNATURE_RDV: usual?.id ?? '',
    }
    return (
      <RdvForm
        rdv={null}
        from={createValues({ ...opening, defaults })}
        startWith={undefined}
        idClient={query.IDCLIENT}
      />
    )
  }
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
