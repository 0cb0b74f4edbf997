import { useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { paths } from '../../app/paths.ts'
import { useSession } from '../../app/session.tsx'
import { cachedRdv } from '../../components/rdv-cache.ts'
import { MissingRecord } from '../../components/resource/resource-view.tsx'
import { useQuery } from '../../components/resource/use-query.ts'
import { useZone } from '../../components/resource/use-zone.ts'
import { useLiveRecord } from '../../db/use-live.ts'
import { RdvForm } from './rdv-form.tsx'
import { createValues, rescheduledValues } from './rdv-opening.ts'
import { defaultTimes } from './rdv-times.ts'

/** /manager/rdv/create and /manager/rdv/$id/edit. */
export function RdvFormScreen() {
  const { id } = useParams({ strict: false }) as { id?: string }
  return <RdvFormPage key={id ?? 'create'} id={id} />
}

function RdvFormPage({ id }: { id: string | undefined }) {
  const [query] = useQuery()
  const { account } = useSession()
  const zone = useZone()
  const rdv = useLiveRecord('rdv', id)
  // Read once: the form clears the cache when it is left.
  const [opening] = useState(() => ({
    id,
    cache: cachedRdv(),
    query: Object.fromEntries(Object.entries(query).filter(([name]) => name !== 'IDCLIENT')),
    defaults: { ...defaultTimes(new Date(), zone), IDPERSONNELS: [account.id] },
  }))

  if (id === undefined) {
    return <RdvForm rdv={null} from={createValues(opening)} startWith={undefined} idClient={query.IDCLIENT} />
  }
  if (rdv === undefined) return null
  if (rdv === null) return <MissingRecord back={paths.agenda.href()} />
  return <RdvForm rdv={rdv} from={{}} startWith={rescheduledValues(opening)} idClient={undefined} />
}
