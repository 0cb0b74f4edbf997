import { useParams } from '@tanstack/react-router'
import { useRef } from 'react'
import { forbiddenFields } from '../../../schemas/access.ts'
import { descriptionOf } from '../../../schemas/rules/demandes.ts'
import { openLocalData } from '../../data/database/local-data.ts'
import { useLiveRecord } from '../../data/records/use-live.ts'
import { useSession } from '../../data/session/session.tsx'
import { useIdentity } from '../../data/session/use-identity.ts'
import { NewAddress } from '../../domain/adresses/new-address.tsx'
import { LedToKept } from '../../domain/clients/led-to-kept.tsx'
import { useClientsHref } from '../../domain/navigation/use-way-back.ts'
import { useStaff } from '../../domain/personnels/use-staff.ts'
import { needsResponsible } from '../../domain/projets/needs-responsible.ts'
import { MissingRecord } from '../../domain/records/resource-view.tsx'
import type { FormValues } from '../../forms/payload.ts'
import { backOf, ResourceForm } from '../../forms/resource-form.tsx'
import { useFormRecord } from '../../forms/use-form-record.ts'
import type { ResourceFormState } from '../../forms/use-resource-form.ts'
import { giveText } from '../../text/give.ts'
import { projetsText } from '../../text/projets.ts'
import { paths } from '../../ui/navigation/paths.ts'
import { useQuery } from '../../ui/navigation/use-query.ts'
import styles from './projet.module.css'
import { useKeptClient } from './use-kept-client.ts'
import { writeProjet } from './write-projet.ts'

/** The fields of the form; the end of a project has its own action (cancel with a reason). */
const FIELDS = [
  'IDCLIENT',
  'TYPE_PROJET',
  'DESCRIPTION',
  'ADRESSE_CHANTIER',
  'RELANCE_INTERMEDIAIRE',
  'IDRESPONSABLEPROJET',
  'IDAGENCE',
  'IDLABELS',
]

/** The site is elsewhere than at the client's home as often as not (a rented flat, a second house). */
const newSite = (key: string) => ({
  ADRESSE_CHANTIER: (form: ResourceFormState) => (
    <NewAddress draftKey={`projet/${key}/chantier`} onMade={(made) => form.set('ADRESSE_CHANTIER', made)} />
  ),
})

/** Who is responsible is changed here as by « Confier à… », and says so. */
const follows = (before: string | null) => ({
  IDRESPONSABLEPROJET: ({ values }: ResourceFormState) =>
    (values.IDRESPONSABLEPROJET || null) === before ? null : <p className={styles.follows}>{giveText.follow}</p>,
})

/** /manager/projet/create and /manager/projet/$id/edit. */
export function ProjetFormScreen() {
  const { id } = useParams({ strict: false }) as { id?: string }
  const [query] = useQuery()
  const { account } = useSession()
  const staff = useStaff()
  const { record: projet, gone } = useFormRecord('projet', id)
  const client = useLiveRecord('client', id === undefined ? query.IDCLIENT : null)
  const demande = useLiveRecord('demande', id === undefined ? query.demande : null)
  const former = useLiveRecord('projet', demande?.IDPROJET)
  const clients = useClientsHref()
  const keptClient = useKeptClient(id)
  const identity = useIdentity()
  const wasShown = useRef(false)

  if (id !== undefined) {
    if (projet === undefined) return null
    if (projet === null) return <MissingRecord back={paths.manager.href()} />
    // The office's staff chooses who is responsible, once the project exists.
    const fields = FIELDS.filter((name) => !forbiddenFields(staff, 'projet', [name]).includes(name))
    const choosesResponsible = fields.includes('IDRESPONSABLEPROJET')
    const check = (values: FormValues): Record<string, string> => ({
      ...(choosesResponsible ? needsResponsible(values) : {}),
      ...(keptClient !== null && values.IDCLIENT !== projet.IDCLIENT ? { IDCLIENT: keptClient } : {}),
    })
    return (
      <ResourceForm
        key={id}
        resource="projet"
        record={projet}
        gone={gone}
        fields={fields}
        back={backOf('projet', id)}
        title={projetsText.edit}
        check={check}
        below={{ ...newSite(id), ...(choosesResponsible ? follows(projet.IDRESPONSABLEPROJET) : {}) }}
        write={async (form, commands) => writeProjet(form, { data: await openLocalData(identity), id, commands })}
      />
    )
  }
  if (client === undefined || demande === undefined || former === undefined) return null
  if (client !== null || query.IDCLIENT === undefined) wasShown.current = true
  // An address of a client who has another record now. A form that is open stays: the server leads what it writes (MERGE-9).
  if (client === null && query.IDCLIENT !== undefined && !wasShown.current)
    return (
      <LedToKept id={query.IDCLIENT} hrefOf={(kept) => paths.resource.create('projet', { ...query, IDCLIENT: kept })}>
        <MissingRecord back={clients} />
      </LedToKept>
    )
  const seller = account.roles.includes('commercial') ? account.id : null
  const responsible = demande ? (client?.IDPERSONNEL ?? former?.IDRESPONSABLEPROJET ?? seller) : seller
  const from = {
    ...(client ? { IDCLIENT: client.IDCLIENT, ADRESSE_CHANTIER: client.IDADRESSE } : {}),
    ...(responsible ? { IDRESPONSABLEPROJET: responsible } : {}),
    IDAGENCE: client?.IDAGENCE ?? account.personnel.IDAGENCE,
    // Made of what a customer asked for after the works, in their words (DAY-05).
    ...(demande ? { TYPE_PROJET: 1, DESCRIPTION: descriptionOf(demande) } : {}),
    ...query,
  }
  return (
    <ResourceForm
      resource="projet"
      record={null}
      from={from}
      fields={FIELDS}
      back={client ? paths.resource.view('client', client.IDCLIENT) : backOf('projet', undefined)}
      title={projetsText.create}
      check={needsResponsible}
      below={newSite('create')}
      {...(demande ? { onCreated: (made, one) => one.convert(demande.id, { IDPROJET_SUITE: made }) } : {})}
    />
  )
}
