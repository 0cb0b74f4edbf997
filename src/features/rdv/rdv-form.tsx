import { Button, Chip, Input } from '@mantine/core'
import { IconCalendarSearch } from '@tabler/icons-react'
import { useCallback, useEffect, useRef, useState } from 'react'
import { isDateTime, wallClock } from '../../../schemas/dates.ts'
import { adresse as adresseEntity } from '../../../schemas/entities/adresse.ts'
import { client as clientEntity } from '../../../schemas/entities/client.ts'
import { projet as projetEntity } from '../../../schemas/entities/projet.ts'
import { same } from '../../../schemas/merge.ts'
import { entityOf } from '../../../schemas/resources.ts'
import { isDebriefed } from '../../../schemas/rules/debrief.ts'
import { isClosed } from '../../../schemas/rules/project-lists.ts'
import type { Snapshot } from '../../../sync/outbox/snapshot.ts'
import type { LocalRecord } from '../../../sync/store/local-record.ts'
import { offerPush } from '../../data/push/push-offer.ts'
import { useCommands } from '../../data/records/use-commands.ts'
import { useLiveList, useLiveRecord } from '../../data/records/use-live.ts'
import { useReferences } from '../../data/records/use-references.ts'
import { useSession } from '../../data/session/session.tsx'
import { useZone } from '../../data/session/use-zone.ts'
import { isAddressBegun, NewAddress } from '../../domain/adresses/new-address.tsx'
import { managerRoute, mayOpen } from '../../domain/navigation/manager-routes.ts'
import { useRdvsHref } from '../../domain/navigation/use-way-back.ts'
import { responsibleFor } from '../../domain/rdv/plan-rdv.ts'
import { cacheRdv, clearRdvCache, type RdvCache } from '../../domain/rdv/rdv-cache.ts'
import { useTakenQuestion } from '../../domain/rdv/taken-question.tsx'
import { TakenWarning } from '../../domain/rdv/taken-warning.tsx'
import { canauxOf } from '../../domain/rdv/telling.ts'
import { useTellClient } from '../../domain/rdv/use-tell-client.ts'
import { FieldChangeNotice } from '../../forms/field-change.tsx'
import { SearchSelect } from '../../forms/fields/search-select.tsx'
import { FormFrame, FormSection, Wide } from '../../forms/form-frame.tsx'
import { newValues, valuesOf } from '../../forms/form-values.ts'
import { OpensHere } from '../../forms/opens-here.tsx'
import type { FormValues } from '../../forms/payload.ts'
import { Fields } from '../../forms/resource-form.tsx'
import { type FormChange, type ResourceFormState, useResourceForm } from '../../forms/use-resource-form.ts'
import { rdvText } from '../../text/rdv.ts'
import { useDesktop } from '../../ui/hooks/desktop.ts'
import { paths } from '../../ui/navigation/paths.ts'
import { useGo } from '../../ui/navigation/use-leave.ts'
import { notices } from '../../ui/notices/notices.tsx'
import styles from './rdv.module.css'
import { rdvTimes, USUAL_MINUTES } from './rdv-times.ts'

const entity = entityOf('rdv')

const noParticipant = (values: FormValues): Record<string, string> =>
  Array.isArray(values.IDPERSONNELS) && values.IDPERSONNELS.length === 0 ? { IDPERSONNELS: rdvText.noParticipant } : {}

const idOf = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null)

/** The project: among those of a known client, else found by typing a name. */
function ProjectField({ form, idClient }: { form: ResourceFormState; idClient: string | undefined }) {
  const projets = useLiveList('projet', idClient === undefined ? null : { selector: { IDCLIENT: idClient } })
  if (idClient === undefined) return <Fields form={form} names={['IDPROJET']} />
  return (
    <SearchSelect
      label={rdvText.project}
      placeholder={rdvText.noProject}
      value={idOf(form.values.IDPROJET) ?? ''}
      onChange={(value) => form.set('IDPROJET', value)}
      options={(projets ?? []).map((projet) => ({ value: projet.IDPROJET, label: projetEntity.label(projet) }))}
    />
  )
}

/** The value of the chip that opens the search; no identifier has this form. */
const ELSEWHERE = '*'

/** The place: one tap for the site or the client's home, a search for any other place. */
function PlaceField({
  form,
  idClient,
  draftKey,
}: {
  form: ResourceFormState
  idClient: string | undefined
  draftKey: string
}) {
  const projet = useLiveRecord('projet', idOf(form.values.IDPROJET))
  const client = useLiveRecord('client', projet?.IDCLIENT ?? idClient)
  const site = useLiveRecord('adresse', projet?.ADRESSE_CHANTIER)
  const home = useLiveRecord('adresse', client?.IDADRESSE)
  const known = [
    ...(site ? [{ adresse: site, label: rdvText.addressSite }] : []),
    ...(home && home.IDADRESSE !== site?.IDADRESSE ? [{ adresse: home, label: rdvText.addressClient }] : []),
  ]
  const chosen = idOf(form.values.IDADRESSE)
  const isKnown = known.some((one) => one.adresse.IDADRESSE === chosen)
  const placeKey = `${draftKey}/lieu`
  const [elsewhere, setElsewhere] = useState(() => isAddressBegun(placeKey))
  const suggested = known[0]?.adresse.IDADRESSE

  // A project chosen here also fills in its place, its name and its person; values of the user stay.
  const followed = useRef(form.values.IDPROJET)
  const { setMany, values } = form
  useEffect(() => {
    if (!projet || followed.current === projet.IDPROJET || site === undefined || client === undefined) return
    followed.current = projet.IDPROJET
    const patch: FormValues = {}
    if (idOf(values.IDADRESSE) === null && suggested) patch.IDADRESSE = suggested
    if (values.RDV_OBJET === '' && client) patch.RDV_OBJET = clientEntity.label(client)
    if (same(values.IDPERSONNELS, [])) patch.IDPERSONNELS = responsibleFor(projet, client)
    if (Object.keys(patch).length > 0) setMany(patch)
  }, [projet, site, client, suggested, values, setMany])

  const below = {
    IDADRESSE: () => <NewAddress draftKey={placeKey} onMade={(made) => form.set('IDADRESSE', made)} />,
  }
  return (
    <div className={styles.place}>
      {known.length > 0 ? (
        <Input.Wrapper label={rdvText.address} labelElement="div" size="md">
          <Chip.Group
            value={elsewhere ? ELSEWHERE : isKnown ? chosen : chosen === null ? null : ELSEWHERE}
            onChange={(next) => {
              setElsewhere(next === ELSEWHERE)
              form.set('IDADRESSE', next === ELSEWHERE ? '' : (next ?? ''))
            }}
          >
            <div className={styles.places}>
              {known.map(({ adresse, label }) => (
                <Chip key={adresse.IDADRESSE} value={adresse.IDADRESSE} variant="outline" size="md">
                  {label} · {adresseEntity.label(adresse)}
                </Chip>
              ))}
              <Chip value={ELSEWHERE} variant="outline" size="md">
                {rdvText.addressOther}
              </Chip>
            </div>
          </Chip.Group>
        </Input.Wrapper>
      ) : null}
      {known.length === 0 || elsewhere || (chosen !== null && !isKnown) ? (
        <Fields form={form} names={['IDADRESSE']} below={below} />
      ) : (
        <FieldChangeNotice form={form} name="IDADRESSE" />
      )}
    </div>
  )
}

/** The appointment as it is typed; null while people or times are missing. */
function plannedOf({ RDV_DEBUT: start, RDV_FIN: end, IDPERSONNELS: people }: FormValues, id: string | null) {
  if (typeof start !== 'string' || typeof end !== 'string' || !isDateTime(start) || !isDateTime(end)) return null
  return Array.isArray(people) && people.length > 0 ? { id, start, end, people: people as string[] } : null
}

/** How long « Prévenir le client ? » is asked. */
const ASK_MS = 20_000

/** What makes a taken time: an edit of anything else asks nothing. */
const PLANNING = ['RDV_DEBUT', 'RDV_FIN', 'IDPERSONNELS'] as const

export interface RdvFormProps {
  rdv: LocalRecord<'rdv'> | null
  /** The first values of a creation. */
  from: FormValues
  /** The first values of an edit over its record (rescheduling). */
  startWith: FormValues | undefined
  /** The record from which `startWith` was made, when that was before this form. */
  openedOn?: Snapshot | undefined
  /** The appointment was deleted while the form was open. */
  gone?: boolean
  /** Client that the creation started from. */
  idClient: string | undefined
}

/** The appointment form: subject, times (RES-08, RES-09), people, place. */
export function RdvForm({ rdv, from, startWith, openedOn, gone = false, idClient }: RdvFormProps) {
  const commands = useCommands()
  const natures = useReferences('NATURE_RDV')
  const adjust = useCallback(
    (change: FormChange) =>
      rdvTimes(change, {
        minutesOf: (nature) => natures.find(({ id }) => id === nature)?.DUREE ?? null,
        usual: rdv ? null : USUAL_MINUTES,
      }),
    [natures, rdv],
  )
  const [initial] = useState(() => (rdv ? valuesOf(entity, { ...rdv, ...openedOn }) : newValues(entity, from)))
  const draftKey = `rdv/${rdv?.IDRDV ?? 'create'}`
  const form = useResourceForm({
    entity,
    record: rdv,
    initial,
    ...(startWith ? { startWith } : {}),
    draftKey,
    check: noParticipant,
    adjust,
    gone,
  })
  const go = useGo()
  const list = useRdvsHref()
  const mayPick = mayOpen(managerRoute('agenda'), useSession().account.roles)
  const picking = useRef(false)
  useEffect(
    () => () => {
      // While the person is in the agenda, the cache keeps the typed values.
      if (!picking.current) clearRdvCache()
    },
    [],
  )
  /** The slot is chosen in the agenda, beside the present appointments (CAL-05). */
  const pick = (): void => {
    picking.current = true
    cacheRdv(rdv?.IDRDV ?? null, form.values as RdvCache['values'], form.base())
    form.markSaved()
    const start = String(form.values.RDV_DEBUT ?? '')
    go(paths.agenda.href(isDateTime(start) ? start.slice(0, 10) : undefined))
  }

  // On a phone the keyboard would cover the time that is proposed.
  const desktop = useDesktop()
  const [opensOnTimes] = useState(desktop && rdv === null && initial.RDV_OBJET !== '')

  const { ask, question } = useTakenQuestion('save')
  const planned = plannedOf(form.values, rdv?.IDRDV ?? null)

  const projet = useLiveRecord('projet', idOf(form.values.IDPROJET))
  const client = useLiveRecord('client', projet?.IDCLIENT)
  const zone = useZone()
  const { asks } = useTellClient()
  /** The one question after an appointment is made or moved, here as in the agenda. */
  const askToTell = (id: string, RDV_DEBUT: string): void => {
    const canaux = canauxOf({
      genre: 'confirmation',
      rdv: { RDV_DEBUT, SUPPRIME: 0 },
      client,
      now: wallClock(new Date(), zone),
      stopped: projet ? isClosed(projet) : false,
    })
    const ask = asks(id, canaux)
    if (ask) notices.action({ forMs: ASK_MS, ask })
  }

  const save = async (): Promise<boolean> => {
    let payload = form.payload()
    if (planned && PLANNING.some((name) => name in payload)) {
      const slot = await ask(planned)
      if (slot === null) return false
      if (slot.start !== planned.start) payload = { ...payload, RDV_DEBUT: slot.start, RDV_FIN: slot.end }
    }
    if (rdv && isDebriefed(rdv) && String(payload.RDV_DEBUT ?? '') > wallClock(new Date(), zone)) {
      notices.error(rdvText.isDebriefed)
      return false
    }
    let id = rdv?.IDRDV
    if (!rdv) id = await commands.create('rdv', payload)
    else if (Object.keys(payload).length > 0) {
      await commands.update('rdv', rdv.IDRDV, payload, { base: form.base() })
    }
    clearRdvCache()
    if (id !== undefined && (!rdv || 'RDV_DEBUT' in payload))
      askToTell(id, String(payload.RDV_DEBUT ?? form.values.RDV_DEBUT))
    // Others answer to an appointment, so notifications are useful now: offers them.
    if (!rdv) void offerPush()
    return true
  }

  return (
    <>
      <FormFrame
        form={form}
        title={rdv ? rdvText.edit : rdvText.create}
        entityTitle={entity.title}
        back={rdv ? paths.resource.view('rdv', rdv.IDRDV) : list}
        onSave={save}
      >
        <FormSection title={rdvText.what}>
          <Fields form={form} names={['RDV_OBJET', 'IDNATURE_RDV']} />
          <Wide>
            <ProjectField form={form} idClient={rdv ? undefined : idClient} />
          </Wide>
        </FormSection>
        <FormSection title={rdvText.when}>
          <OpensHere when={opensOnTimes}>
            <Fields form={form} names={['RDV_DEBUT', 'RDV_FIN']} />
          </OpensHere>
          {mayPick ? (
            <Wide>
              <Button variant="default" leftSection={<IconCalendarSearch size={18} aria-hidden />} onClick={pick}>
                {rdvText.pick}
              </Button>
            </Wide>
          ) : null}
        </FormSection>
        <FormSection title={rdvText.who}>
          <Fields form={form} names={['IDPERSONNELS']} />
          <Wide>
            {planned ? (
              <TakenWarning
                planned={planned}
                onPick={({ start, end }) => form.setMany({ RDV_DEBUT: start, RDV_FIN: end })}
              />
            ) : null}
          </Wide>
          <Wide>
            <PlaceField form={form} idClient={idClient} draftKey={draftKey} />
          </Wide>
          <Fields form={form} names={['OBSERVATIONS']} />
        </FormSection>
      </FormFrame>
      {question}
    </>
  )
}
