import { Alert } from '@mantine/core'
import { useParams } from '@tanstack/react-router'
import { useCallback, useRef } from 'react'
import { wallClock } from '../../../schemas/dates.ts'
import type { Single } from '../../../sync/outbox/command-list.ts'
import type { LocalRecord } from '../../../sync/store/local-record.ts'
import { useZone } from '../../data/session/use-zone.ts'
import { anotherAddress, pointOfWords } from '../../domain/adresses/address-words.ts'
import { atHomeOf } from '../../domain/adresses/at-home.ts'
import { ReachChoice } from '../../domain/adresses/reach-choice.tsx'
import { useReach } from '../../domain/adresses/use-reach.ts'
import { PickPoint } from '../../domain/map/pick-point.tsx'
import { TownChoice } from '../../domain/map/town-choice.tsx'
import { useMay } from '../../domain/personnels/use-staff.ts'
import { MissingRecord } from '../../domain/records/resource-view.tsx'
import type { FormValues } from '../../forms/payload.ts'
import { backOf, ResourceForm } from '../../forms/resource-form.tsx'
import { useFormRecord } from '../../forms/use-form-record.ts'
import type { FormChange, ResourceFormState } from '../../forms/use-resource-form.ts'
import { adressesText as text } from '../../text/adresses.ts'
import { paths } from '../../ui/navigation/paths.ts'
import { useGo, useLeave } from '../../ui/navigation/use-leave.ts'
import { useQuery } from '../../ui/navigation/use-query.ts'
import styles from './adresse.module.css'
import { type AddressOwner, useOwner } from './use-owner.ts'

const pickPlace = (form: ResourceFormState) => (
  <>
    <TownChoice values={form.values} onPick={form.setMany} />
    <PickPoint values={form.values} onPick={form.setMany} />
  </>
)

/** /manager/adresse/create and /manager/adresse/$id/edit. */
export function AdresseFormScreen() {
  const { id } = useParams({ strict: false }) as { id?: string }
  const [from] = useQuery()
  const { record: adresse, gone } = useFormRecord('adresse', id)
  if (id === undefined) {
    return (
      <ResourceForm resource="adresse" record={null} from={from} back={backOf('adresse', undefined)} more={pickPlace} />
    )
  }
  if (adresse === undefined) return null
  if (adresse === null) return <MissingRecord back={paths.manager.href()} />
  return <EditAdresse key={id} adresse={adresse} gone={gone} />
}

function EditAdresse({ adresse, gone }: { adresse: LocalRecord<'adresse'>; gone: boolean }) {
  const id = adresse.IDADRESSE
  const back = backOf('adresse', id)
  const [from] = useQuery()
  const owner = useOwner(adresse, from)
  const { uses, reachOf } = useReach({ adresse, owner, draftKey: `adresse/${id}` })
  const allowed = useMay()
  const zone = useZone()
  const leave = useLeave(back)
  const go = useGo()
  const adjust = useCallback((change: FormChange) => pointOfWords(adresse, change), [adresse])
  /** The record that has an address of its own now: its person is led back to it. */
  const led = useRef<AddressOwner>(undefined)

  const writeHere = async (words: FormValues, { one, to }: { one: Single; to: AddressOwner }): Promise<void> => {
    // Its point is not that of the former words: `pointOfWords` has seen to it.
    const made = await one.create('adresse', anotherAddress(words, true))
    const town = to.resource === 'client' ? { VILLE: String(words.VILLE).trim() } : {}
    await one.update(to.resource, to.id, { [to.field]: made, ...town } as never)
    if (to.resource === 'client') {
      for (const { IDPROJET } of atHomeOf(uses?.projets ?? [], to.id))
        await one.update('projet', IDPROJET, { ADRESSE_CHANTIER: id })
    }
    if (to.resource === 'projet') {
      const now = wallClock(new Date(), zone)
      const visits = (uses?.rdvs ?? []).filter((rdv) => rdv.IDPROJET === to.id && rdv.RDV_FIN > now)
      for (const rdv of visits) await one.update('rdv', rdv.IDRDV, { IDADRESSE: made })
    }
    led.current = to
  }
  /** Clients are found and listed by their town, which each of them keeps. */
  const moveTowns = async (patch: FormValues, one: Single): Promise<void> => {
    if (!('VILLE' in patch) || !allowed('update', 'client')) return
    const VILLE = patch.VILLE as string | null
    for (const client of uses?.clients ?? [])
      if (client.VILLE !== VILLE) await one.update('client', client.IDCLIENT, { VILLE })
  }
  const write = async (form: ResourceFormState, one: Single): Promise<void> => {
    if (owner && reachOf(form.values).reach === 'ici') return writeHere(form.values, { one, to: owner })
    const patch = form.payload()
    await one.update('adresse', id, patch as never, { base: form.base() })
    await moveTowns(patch, one)
  }

  const below = (form: ResourceFormState) => {
    const { reach, question } = reachOf(form.values)
    return (
      <div className={styles.below}>
        {pickPlace(form)}
        {question && owner ? (
          <ReachChoice
            value={reach}
            question={question}
            here={text.here[owner.resource]}
            everywhere={(owner.resource === 'client' ? text.everywhere : text.everywhereElse)(question.others)}
          />
        ) : null}
        <div role="status">
          {question && !owner ? (
            <Alert color="orange">
              {[text.forAll(question.others), question.complete ? '' : text.maybeMore].filter(Boolean).join(' ')}
            </Alert>
          ) : null}
        </div>
      </div>
    )
  }
  return (
    <ResourceForm
      resource="adresse"
      record={adresse}
      gone={gone}
      back={back}
      adjust={adjust}
      write={write}
      onSaved={() =>
        led.current ? go(paths.resource.view(led.current.resource, led.current.id), { replace: true }) : leave()
      }
      more={below}
    />
  )
}
