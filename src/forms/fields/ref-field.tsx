import { useDeferredValue, useMemo, useState } from 'react'
import { adresse as adresseEntity } from '../../../schemas/entities/adresse.ts'
import { client as clientEntity } from '../../../schemas/entities/client.ts'
import { projet as projetEntity } from '../../../schemas/entities/projet.ts'
import type { ReferenceList } from '../../../schemas/entities/reference.ts'
import { linkChoices } from '../../../schemas/rules/intervention-devis.ts'
import { projectState } from '../../../schemas/rules/project-state.ts'
import { isTypedNumber, normalise } from '../../../schemas/search.ts'
import type { LocalRecord } from '../../../sync/store/local-record.ts'
import { placeQuery, placeRanges } from '../../data/records/place-search.ts'
import { useClientSearch } from '../../data/records/use-client-search.ts'
import { useLeft } from '../../data/records/use-left.ts'
import { type LiveQuery, useLiveList, useLiveLists, useLiveRecord } from '../../data/records/use-live.ts'
import { useOffered } from '../../data/records/use-offered.ts'
import { listsText } from '../../text/lists.ts'
import { resourceText } from '../../text/resource.ts'
import type { FormValues } from '../payload.ts'
import { quoteOption } from './devis-option.ts'
import type { FieldProps } from './field-props.ts'
import { type Option, SearchSelect } from './search-select.tsx'

export interface RefFieldProps extends FieldProps {
  /** Resource, or reference list `liste:NATURE_RDV`. */
  to: string
  /** The form's other values: only quotes of the form's project are offered. */
  values?: FormValues | undefined
}

type Inner = Omit<RefFieldProps, 'to'>
const LISTED = 30

export const clientOption = (client: LocalRecord<'client'>): Option => ({
  value: client.IDCLIENT,
  label: clientEntity.label(client),
  hint: [client.VILLE, client.PORTABLE ?? client.TELEPHONE].filter(Boolean).join(' · '),
})

function ListField({ list, ...field }: Inner & { list: ReferenceList }) {
  // What the record holds may be archived: it stays a choice, also after another one was tried.
  const [opened] = useState(field.value)
  const entries = useOffered(list, [opened, field.value])
  const options = (entries ?? []).map(({ id, LIBELLE, ARCHIVE }) => ({
    value: id,
    label: LIBELLE,
    hint: ARCHIVE === 1 ? listsText.archivedHint : undefined,
  }))
  return (
    <SearchSelect
      {...field}
      placeholder={resourceText.choose}
      options={options}
      description={entries?.length === 0 ? listsText.of[list].none : undefined}
    />
  )
}

function PersonnelField(field: Inner) {
  const [opened] = useState(field.value)
  const options = usePersonnelOptions([opened, field.value])
  return <SearchSelect {...field} options={options} />
}

/** Everybody of the company who has not left, by name, and those whom the record holds. */
export function usePersonnelOptions(held: readonly string[]): Option[] {
  const people = useLiveList('personnel', {})
  const left = useLeft()
  const kept = held.join(' ')
  return useMemo(
    () =>
      (people ?? [])
        .filter(({ IDPERSONNEL }) => !left.has(IDPERSONNEL) || kept.split(' ').includes(IDPERSONNEL))
        .map((person) => ({
          value: person.IDPERSONNEL,
          label: person.NOM_COMPLET ?? person.NOM,
          hint: person.ROLES.map((role) => resourceText.choices.ROLES?.[role] ?? role).join(', '),
        }))
        .sort((a, b) => a.label.localeCompare(b.label, 'fr')),
    [people, left, kept],
  )
}

function ClientField(field: Inner) {
  const [text, setText] = useState('')
  const { clients, more } = useClientSearch(useDeferredValue(text), { first: LISTED })
  const chosen = useLiveRecord('client', field.value || null)
  return (
    <SearchSelect
      {...field}
      placeholder={resourceText.typeToSearch}
      onSearch={setText}
      options={(clients ?? []).map(clientOption)}
      more={more}
      selected={chosen ? clientOption(chosen) : undefined}
    />
  )
}

const adresseOption = (adresse: LocalRecord<'adresse'>): Option => ({
  value: adresse.IDADRESSE,
  label: adresseEntity.label(adresse),
})

/** Addresses whose town, postcode and street begin as the text does, then those that have its words in their street or postcode. */
function addressQueries(text: string): LiveQuery<'adresse'>[] {
  const wanted = normalise(text)
  if (wanted === '') return []
  // One more than is shown tells whether there are others.
  const limit = LISTED + 1
  const whole = {
    selector: { RECHERCHE: { $gte: wanted, $lt: `${wanted}\uffff` } },
    sort: [{ RECHERCHE: 'asc' as const }],
  }
  // A postcode among other words: of its addresses those that have the others too.
  const words = isTypedNumber(text) ? [] : wanted.split(' ')
  return [{ ...whole, limit }, ...placeRanges(text).map((range) => placeQuery({ ...range, words }, limit))]
}

function AdresseField(field: Inner) {
  const [text, setText] = useState('')
  const looked = useDeferredValue(text)
  const queries = useMemo(() => addressQueries(looked), [looked])
  const { lists } = useLiveLists('adresse', queries)
  const found = [...new Map((lists ?? []).flat().map((adresse) => [adresse.IDADRESSE, adresse])).values()]
  const chosen = useLiveRecord('adresse', field.value || null)
  return (
    <SearchSelect
      {...field}
      onSearch={setText}
      options={found.slice(0, LISTED).map(adresseOption)}
      more={found.length > LISTED}
      selected={chosen ? adresseOption(chosen) : undefined}
    />
  )
}

const projetOption = (projet: LocalRecord<'projet'>, client?: LocalRecord<'client'>): Option => ({
  value: projet.IDPROJET,
  label: [client ? clientEntity.label(client) : null, projetEntity.label(projet)].filter(Boolean).join(' — '),
  hint: projectState(projet.IDETAT_PROJET).title,
})

function ProjetField(field: Inner) {
  const [text, setText] = useState('')
  const { clients, more } = useClientSearch(useDeferredValue(text), { first: LISTED })
  const ids = useMemo(() => (clients ?? []).map((client) => client.IDCLIENT), [clients])
  const query = useMemo(() => (ids.length === 0 ? null : { selector: { IDCLIENT: { $in: ids } } }), [ids])
  const found = useLiveList('projet', query) ?? []
  const chosen = useLiveRecord('projet', field.value || null)
  const chosenClient = useLiveRecord('client', chosen?.IDCLIENT ?? null)
  const byId = new Map((clients ?? []).map((client) => [client.IDCLIENT, client]))
  return (
    <SearchSelect
      {...field}
      placeholder={resourceText.typeToSearch}
      onSearch={setText}
      options={found.slice(0, LISTED).map((projet) => projetOption(projet, byId.get(projet.IDCLIENT)))}
      more={more || found.length > LISTED}
      selected={chosen ? projetOption(chosen, chosenClient ?? undefined) : undefined}
    />
  )
}

/** Orders first: they are what is worked for. */
function DevisField({ values, ...field }: Inner) {
  const projet = typeof values?.IDPROJET === 'string' ? values.IDPROJET : ''
  const query = useMemo(() => (projet === '' ? null : { selector: { IDPROJET: projet } }), [projet])
  const found = useLiveList('devis', query) ?? []
  return <SearchSelect {...field} options={linkChoices(found).ordered.map((devis) => quoteOption(devis, found))} />
}

/** A reference to one record, found in the local database. */
export function RefField({ to, ...field }: RefFieldProps) {
  if (to.startsWith('liste:')) return <ListField {...field} list={to.slice('liste:'.length) as ReferenceList} />
  switch (to) {
    case 'personnel':
      return <PersonnelField {...field} />
    case 'client':
      return <ClientField {...field} />
    case 'adresse':
      return <AdresseField {...field} />
    case 'projet':
      return <ProjetField {...field} />
    case 'devis':
      return <DevisField {...field} />
    default:
      return null
  }
}
