import { Switch } from '@mantine/core'
import { useCallback, useRef, useState } from 'react'
import { entityOf } from '../../../schemas/resources.ts'
import type { Single } from '../../../sync/outbox/command-list.ts'
import type { LocalRecord } from '../../../sync/store/local-record.ts'
import { useLocalData } from '../../data/database/local-data-provider.tsx'
import { askList } from '../../data/records/ask-list.ts'
import { useCommands } from '../../data/records/use-commands.ts'
import { useSession } from '../../data/session/session.tsx'
import { dirtyForms } from '../../data/version/dirty-forms.ts'
import { ADDRESS_FIELDS, anotherAddress } from '../../domain/adresses/address-words.ts'
import { atHomeOf } from '../../domain/adresses/at-home.ts'
import { ReachChoice } from '../../domain/adresses/reach-choice.tsx'
import { useReach } from '../../domain/adresses/use-reach.ts'
import { PickPoint } from '../../domain/map/pick-point.tsx'
import { TownChoice } from '../../domain/map/town-choice.tsx'
import { useClientsHref } from '../../domain/navigation/use-way-back.ts'
import { useMay } from '../../domain/personnels/use-staff.ts'
import { isAfterSales, needsResponsible } from '../../domain/projets/needs-responsible.ts'
import { FormFrame, FormSection, Wide } from '../../forms/form-frame.tsx'
import { useDraft } from '../../forms/form-guard.tsx'
import { missingLabels, newValues, valuesOf } from '../../forms/form-values.ts'
import { OpensHere } from '../../forms/opens-here.tsx'
import type { FormValues } from '../../forms/payload.ts'
import { Fields } from '../../forms/resource-form.tsx'
import { useResourceForm } from '../../forms/use-resource-form.ts'
import { adressesText } from '../../text/adresses.ts'
import { clientsText } from '../../text/clients.ts'
import { fusionText } from '../../text/fusion.ts'
import { paths } from '../../ui/navigation/paths.ts'
import { useGo } from '../../ui/navigation/use-leave.ts'
import { AlikeNotice } from './alike-notice.tsx'
import styles from './client-form.module.css'
import { addressFrom, candidateOf, isNoAddress, movedAddress, writtenAddress } from './client-form-values.ts'
import { DuplicatesSheet } from './duplicates-sheet.tsx'
import { type FoundDuplicate, findDuplicates } from './find-duplicates.ts'
import { useAlike } from './use-alike.ts'

const clientEntity = entityOf('client')
const adresseEntity = entityOf('adresse')
const projetEntity = entityOf('projet')

const NONE: readonly never[] = []

/** The first values of a new client: mine when I sell, and my agency's. */
function useDefaults() {
  const { account } = useSession()
  const IDPERSONNEL = account.roles.includes('commercial') ? account.id : ''
  const IDAGENCE = account.personnel.IDAGENCE ?? ''
  return { IDPERSONNEL, IDAGENCE }
}

export interface ClientFormProps {
  client: LocalRecord<'client'> | null
  /** undefined while another address than that of the opening is read. */
  adresse: LocalRecord<'adresse'> | null | undefined
  /** The client was deleted while the form was open. */
  gone?: boolean
  /** The record into which this one went while the form was open. */
  kept?: LocalRecord<'client'> | null
  /** Values that a creation opens with. */
  from: Record<string, string>
}

/** A client and its address in one form; a creation may add a project. All is one save (OUT-13), in the order address, client, project. */
export function ClientForm({ client, adresse: live, gone = false, kept = null, from }: ClientFormProps) {
  const commands = useCommands()
  const data = useLocalData()
  const go = useGo()
  const list = useClientsHref()
  const allowed = useMay()
  const defaults = useDefaults()
  const [adresse, setAdresse] = useState(live ?? null)
  // The client's present address: a colleague may have given it another one.
  if (live && live !== adresse) setAdresse(live)
  const isNew = client === null
  const draftKey = `client/${client?.IDCLIENT ?? 'create'}`

  // The first values of the form; it follows later changes of the record (OUT-11).
  const [initial] = useState(() => ({
    client: client ? valuesOf(clientEntity, client) : newValues(clientEntity, { ...defaults, ...from }),
    adresse: adresse ? valuesOf(adresseEntity, adresse) : newValues(adresseEntity, addressFrom(from)),
    projet: newValues(projetEntity, from.DESCRIPTION === undefined ? {} : { DESCRIPTION: from.DESCRIPTION }),
  }))
  const clientForm = useResourceForm({
    entity: clientEntity,
    record: client,
    initial: initial.client,
    draftKey,
    isNew,
    gone,
  })
  const adresseForm = useResourceForm({
    entity: adresseEntity,
    record: adresse,
    initial: initial.adresse,
    draftKey: `${draftKey}/adresse`,
    isNew,
  })
  // Who follows the client has the project too.
  const responsible = String(clientForm.values.IDPERSONNEL || defaults.IDPERSONNEL)
  const agency = String(clientForm.values.IDAGENCE || defaults.IDAGENCE)
  const checkProjet = useCallback(
    (values: FormValues) => (responsible === '' ? needsResponsible(values) : {}),
    [responsible],
  )
  const projetForm = useResourceForm({
    entity: projetEntity,
    record: null,
    initial: initial.projet,
    draftKey: `${draftKey}/projet`,
    isNew,
    check: checkProjet,
  })
  /** Nobody is chosen above, and no list would show an after-sales project. */
  const asksResponsible = responsible === '' && isAfterSales(projetForm.values)
  const [withProjet, setWithProjet] = useState(from.projet === '1')
  const [asked, setAsked] = useState<{ found: FoundDuplicate[]; answer: (goesOn: boolean) => void } | null>(null)
  /** The client that was made here, once: another press while the form is being left makes no second one. */
  const made = useRef<string>(undefined)
  const goOn = useRef(false)
  /** The point of the address was chosen here: it belongs to the text, and is enough for an address. */
  const [isPlaced, setPlaced] = useState(false)
  useDraft(`${draftKey}/choix`, {
    isDirty: () => isPlaced || withProjet !== (from.projet === '1'),
    getValues: () => ({ withProjet, isPlaced }),
    setValues: (kept: { withProjet: boolean; isPlaced: boolean }) => {
      setWithProjet(kept.withProjet)
      setPlaced(kept.isPlaced)
    },
    isNew,
  })

  const noAddress = !isPlaced && isNoAddress(adresseForm.values)
  const { uses, reachOf } = useReach({
    adresse,
    owner: { resource: 'client', id: client?.IDCLIENT ?? '' },
    draftKey,
  })
  const { reach, question } = reachOf(adresseForm.values)
  /** Those that an emptied address leaves without a place, or that get it as their site. */
  const atHome = atHomeOf(uses?.projets ?? NONE, client?.IDCLIENT ?? '').length
  const choice =
    question &&
    (noAddress
      ? atHome > 0 && adressesText.emptied(atHome)
      : { here: adressesText.here.client, everywhere: adressesText.everywhere(question.others) })
  const projetIssues = Object.keys(projetForm.issues).filter((name) => name !== 'IDCLIENT')
  const form = {
    mode: clientForm.mode,
    issues: clientForm.issues,
    missing: [
      ...clientForm.missing,
      ...(noAddress ? [] : adresseForm.missing),
      ...(withProjet ? missingLabels(projetEntity, projetIssues) : []),
    ],
    valid: clientForm.valid && (noAddress || adresseForm.valid) && (!withProjet || projetIssues.length === 0),
    isDirty: () => clientForm.isDirty() || adresseForm.isDirty() || (withProjet && projetForm.isDirty()),
    markSaved: () => {
      for (const part of [clientForm, adresseForm, projetForm]) part.markSaved()
    },
    parts: [...clientForm.parts, ...adresseForm.parts],
    touchAll: () => {
      for (const part of [clientForm, adresseForm, projetForm]) part.touchAll()
    },
  }

  const alike = useAlike({ client, adresse, values: clientForm.values, address: adresseForm.values })
  /** The record of somebody alike; the way back leads to this form as it is. */
  const lookAt = (id: string): void => {
    dirtyForms.keepForBack()
    form.markSaved()
    go(paths.resource.view('client', id))
  }

  const saveAddress = async (commands: Single): Promise<string | null | undefined> => {
    if (noAddress) return adresse ? null : undefined
    if (adresse && reach === 'ici') return commands.create('adresse', anotherAddress(adresseForm.values, isPlaced))
    if (adresse) {
      const patch = movedAddress(adresseForm.payload(), { before: adresse, now: adresseForm.values, isPlaced })
      if (Object.keys(patch).length > 0) {
        await commands.update('adresse', adresse.IDADRESSE, patch, { base: adresseForm.base() })
      }
      return undefined
    }
    return commands.create('adresse', adresseForm.payload())
  }

  const save = async (): Promise<boolean> => {
    if (!client && !goOn.current && data) {
      const candidate = candidateOf(clientForm.values)
      const found = await findDuplicates(data, { candidate, address: writtenAddress(adresseForm.values) })
      if (found.length > 0) {
        goOn.current = await new Promise<boolean>((answer) => setAsked({ found, answer }))
        setAsked(null)
        if (!goOn.current) return false
      }
    }
    if (client) await commands.together(write)
    else made.current ??= await commands.together(write)
    return true
  }

  /** Merged meanwhile, the client has the projects of both records. */
  const projetsOf = async (id: string) =>
    kept && data ? askList(data, 'projet', { selector: { IDCLIENT: { $in: [id] } } }) : (uses?.projets ?? [])

  /** @returns the id of a client that is made */
  const write = async (commands: Single): Promise<string | undefined> => {
    const IDADRESSE = await saveAddress(commands)
    const VILLE = writtenAddress(adresseForm.values)?.VILLE ?? null
    // The town is sent only when the address was changed here: a colleague may have just changed either.
    const sameTown = VILLE === (client?.VILLE ?? null) || (client !== null && !adresseForm.isDirty())
    const payload = {
      ...clientForm.payload(),
      ...(IDADRESSE === undefined ? {} : { IDADRESSE }),
      ...(sameTown ? {} : { VILLE }),
    }
    if (client) {
      const id = kept?.IDCLIENT ?? client.IDCLIENT
      if (Object.keys(payload).length > 0) await commands.update('client', id, payload, { base: clientForm.base() })
      if (adresse && !noAddress && reach === 'partout' && 'VILLE' in adresseForm.payload()) {
        for (const one of uses?.clients ?? [])
          if (one.IDCLIENT !== id && one.VILLE !== VILLE) await commands.update('client', one.IDCLIENT, { VILLE })
      }
      // Emptied too, the client has moved, to an address that is not known yet; unless somebody said that it was wrong.
      const wasWrong = noAddress && question !== null && reach === 'partout'
      const home = wasWrong ? null : (kept ?? adresse)?.IDADRESSE
      if (home && IDADRESSE !== undefined) {
        for (const { IDPROJET } of atHomeOf(await projetsOf(id), id))
          await commands.update('projet', IDPROJET, { ADRESSE_CHANTIER: home })
      }
      return undefined
    }
    const IDCLIENT_SUITE = await commands.create('client', payload, { skipDuplicateCheck: goOn.current })
    const more = withProjet
      ? { IDPROJET_SUITE: await commands.create('projet', projetPayload(IDCLIENT_SUITE, IDADRESSE ?? null)) }
      : {}
    // The request of a customer that this client was made of keeps the link (DAY-05).
    if (from.demande) await commands.convert(from.demande, { IDCLIENT_SUITE, ...more })
    return IDCLIENT_SUITE
  }

  // Whoever makes a lead from the map goes on canvassing there.
  const isOnTheSpot = from.LATITUDE !== undefined
  const toClient = () => go(paths.resource.view('client', made.current ?? ''), { replace: true })

  const toKept = () => go(paths.resource.view('client', kept?.IDCLIENT ?? ''), { replace: true })

  const projetPayload = (IDCLIENT: string, site: string | null) => ({
    ...projetForm.payload(),
    IDCLIENT,
    ...(site === null ? {} : { ADRESSE_CHANTIER: site }),
    ...(asksResponsible ? {} : { IDRESPONSABLEPROJET: responsible || null }),
    IDAGENCE: agency || null,
  })

  return (
    <>
      <FormFrame
        form={form}
        title={client ? clientsText.formEdit : clientsText.formCreate}
        entityTitle={clientEntity.title}
        back={client ? paths.resource.view('client', client.IDCLIENT) : list}
        onSave={save}
        onSaved={kept ? toKept : client || isOnTheSpot ? undefined : toClient}
      >
        {kept ? (
          <p role="status" className={styles.joined}>
            {fusionText.savedTo(clientEntity.label(kept))}
          </p>
        ) : null}
        <FormSection title={clientsText.identity}>
          <OpensHere when={client === null}>
            <Fields form={clientForm} names={['NOM', 'PRENOM', 'IDCIVILITE']} />
          </OpensHere>
        </FormSection>
        <FormSection title={clientsText.contact}>
          <Fields form={clientForm} names={['PORTABLE', 'TELEPHONE']} />
          <AlikeNotice alike={alike.filter(({ reason }) => reason === 'telephone')} onOpen={lookAt} />
          <Fields form={clientForm} names={['MAIL']} />
          <AlikeNotice alike={alike.filter(({ reason }) => reason === 'mail')} onOpen={lookAt} />
        </FormSection>
        <FormSection title={clientsText.addressSection}>
          <Wide>
            <Fields form={adresseForm} names={[ADDRESS_FIELDS[0]]} />
          </Wide>
          <Fields
            form={noAddress ? { ...adresseForm, errors: {} } : adresseForm}
            names={[ADDRESS_FIELDS[1], ADDRESS_FIELDS[2]]}
            marked={!noAddress}
          />
          <Wide>
            <TownChoice values={adresseForm.values} onPick={adresseForm.setMany} />
          </Wide>
          {question && choice ? (
            <Wide>
              <ReachChoice value={reach} question={question} {...choice} />
            </Wide>
          ) : null}
          <AlikeNotice alike={alike.filter(({ reason }) => reason === 'nom')} onOpen={lookAt} />
          <Wide>
            <PickPoint
              values={adresseForm.values}
              onPick={(patch) => {
                setPlaced(patch.LATITUDE !== '')
                adresseForm.setMany(patch)
              }}
            />
          </Wide>
        </FormSection>
        <FormSection title={clientsText.follow}>
          <Fields
            form={clientForm}
            names={[
              'IDPERSONNEL',
              'IDAGENCE',
              'IDORIGINE',
              'IDORIGINE_CAMPAGNE',
              'IDLABELS',
              'SANS_RAPPELS',
              'OBSERVATIONS',
            ]}
          />
        </FormSection>
        {!client && allowed('create', 'projet') ? (
          <FormSection title={clientsText.projectSection}>
            <Wide>
              <Switch
                size="md"
                label={clientsText.withProject}
                description={clientsText.withProjectHint}
                checked={withProjet}
                onChange={(event) => setWithProjet(event.currentTarget.checked)}
              />
            </Wide>
            {withProjet ? (
              <OpensHere when={from.projet !== '1'}>
                <Fields
                  form={projetForm}
                  names={['DESCRIPTION', 'TYPE_PROJET', ...(asksResponsible ? ['IDRESPONSABLEPROJET'] : [])]}
                />
              </OpensHere>
            ) : null}
          </FormSection>
        ) : null}
      </FormFrame>
      <DuplicatesSheet
        found={asked?.found ?? NONE}
        onOpen={(id) => {
          asked?.answer(false)
          form.markSaved()
          go(paths.resource.view('client', id), { replace: true })
        }}
        onGoOn={() => asked?.answer(true)}
        onBack={() => asked?.answer(false)}
      />
    </>
  )
}
