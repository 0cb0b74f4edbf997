import { Button, Textarea, TextInput } from '@mantine/core'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { wallClock } from '../../../schemas/dates.ts'
import { AppError } from '../../../schemas/errors.ts'
import { LONGEST_SOUHAIT, MOST_SOUHAITS } from '../../../schemas/rules/annonces.ts'
import { LinkedRdv } from '../../../schemas/space/rdv-link.ts'
import { useZone } from '../../data/session/use-zone.ts'
import { dirtyForms } from '../../data/version/dirty-forms.ts'
import { FormGuard, useDraft } from '../../forms/form-guard.tsx'
import { OpensHere } from '../../forms/opens-here.tsx'
import { spaceText } from '../../text/space.ts'
import { contactLinks } from '../../ui/contact/contact-links.ts'
import { longDayOf } from '../../ui/format/day-of.ts'
import { formatPhone, formatTime } from '../../ui/format/format.ts'
import { Failure } from '../../ui/page/failure.tsx'
import { askSpace } from './ask-space.ts'
import { linkFailure, linkToken } from './link-token.ts'
import { NeedsNetwork } from './needs-network.tsx'
import { Nothing } from './shown.tsx'
import styles from './space.module.css'
import { spaceFailure } from './space-failure.ts'
import { PublicBar, SpaceFrame } from './space-layout.tsx'
import { SpacePage } from './space-page.tsx'

const text = spaceText.rdvLink

type Shown = { state: 'opening' | 'invalid' | 'offline' | 'failed' } | { state: 'open'; rdv: LinkedRdv }

const ask = (path: string, body: object = {}): Promise<LinkedRdv> =>
  askSpace(LinkedRdv, path, { method: 'POST', body: { token: linkToken(), ...body }, token: null, ownRefusal: true })

async function open(): Promise<Shown> {
  try {
    return { state: 'open', rdv: await ask('/space/rdv_link') }
  } catch (error) {
    return { state: linkFailure(error) }
  }
}

/** « mardi 24 novembre, de 14:00 à 15:00 », or from one day to another. */
function whenOf({ RDV_DEBUT, RDV_FIN }: LinkedRdv, now: string): string {
  const day = longDayOf(RDV_DEBUT, now)
  return RDV_DEBUT.slice(0, 10) === RDV_FIN.slice(0, 10)
    ? `${day} ${spaceText.rdv.range(formatTime(RDV_DEBUT), formatTime(RDV_FIN))}`
    : spaceText.rdv.days(`${day} ${formatTime(RDV_DEBUT)}`, `${longDayOf(RDV_FIN, now)} ${formatTime(RDV_FIN)}`)
}

function Phone({ number, label }: { number: string; label: string }) {
  return <a href={contactLinks.call(number)}>{`${label} ${formatPhone(number)}`.trim()}</a>
}

/** When, where, with whom, and whom to call. */
function Details({ rdv }: { rdv: LinkedRdv }) {
  const now = wallClock(new Date(), useZone())
  const { adresse, personnes, TELEPHONE } = rdv
  const place = adresse
    ? [adresse.ADRESSE, [adresse.CODE_POSTAL, adresse.VILLE].filter(Boolean).join(' ')].filter(Boolean).join(', ')
    : ''
  return (
    <div className={styles.card}>
      <h2 className={rdv.etat === 'annule' ? (styles.struck ?? '') : ''}>
        <time dateTime={rdv.RDV_DEBUT}>{whenOf(rdv, now)}</time>
      </h2>
      {place === '' ? null : <p>{place}</p>}
      {personnes.map(({ NOM, TELEPHONE_PORTABLE }) => (
        <p key={`${NOM} ${TELEPHONE_PORTABLE}`}>
          {text.with(NOM)}
          {TELEPHONE_PORTABLE ? (
            <>
              {', '}
              <Phone number={TELEPHONE_PORTABLE} label="" />
            </>
          ) : null}
        </p>
      ))}
      {TELEPHONE ? (
        <p>
          <Phone number={TELEPHONE} label={text.call} />
        </p>
      ) : null}
    </div>
  )
}

/** « 2026-11-24T14:00 » of the browser's field, as the company's wall clock. */
const wallOf = (value: string): string => value.replace('T', ' ').slice(0, 16)

/** For each link its own draft. */
const draftKey = (): string => `rdv_link/${linkToken()}`

interface OtherProps {
  onSend: (body: { MESSAGE: string; SOUHAITS: string[] }) => Promise<boolean>
  onBack: () => void
}

function OtherTimeForm({ onSend, onBack }: OtherProps) {
  const [wishes, setWishes] = useState<string[]>([''])
  const [message, setMessage] = useState('')
  const [busy, setBusy] = useState(false)
  const [missing, setMissing] = useState(false)
  const given = wishes.filter((one) => one !== '')
  const says = given.length > 0 || message.trim() !== ''
  useDraft<{ wishes: string[]; message: string }>(draftKey(), {
    isDirty: () => says,
    getValues: () => ({ wishes, message }),
    setValues: (draft) => {
      setWishes(draft.wishes)
      setMessage(draft.message)
    },
  })
  const send = async (): Promise<boolean> => {
    setMissing(!says)
    if (!says) return false
    setBusy(true)
    try {
      return await onSend({ MESSAGE: message.trim(), SOUHAITS: given.map(wallOf) })
    } finally {
      setBusy(false)
    }
  }
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    void send()
  }
  return (
    <form className={styles.actions} onSubmit={submit} noValidate>
      <OpensHere>
        {wishes.map((value, at) => (
          <TextInput
            // biome-ignore lint/suspicious/noArrayIndexKey: fields are only added at the end
            key={at}
            type="datetime-local"
            label={text.wish(at)}
            disabled={busy}
            value={value}
            onChange={({ currentTarget }) =>
              setWishes(wishes.map((one, index) => (index === at ? currentTarget.value : one)))
            }
          />
        ))}
      </OpensHere>
      {wishes.length < MOST_SOUHAITS && wishes.at(-1) !== '' ? (
        <Button variant="subtle" onClick={() => setWishes([...wishes, ''])}>
          {text.moreWishes}
        </Button>
      ) : null}
      <Textarea
        label={text.message}
        // What is typed while it is being sent would be in no request.
        disabled={busy}
        autosize
        minRows={3}
        maxLength={LONGEST_SOUHAIT}
        value={message}
        error={missing && !says ? text.missing : undefined}
        onChange={({ currentTarget }) => setMessage(currentTarget.value)}
      />
      <NeedsNetwork what={text.what}>
        <Button type="submit" loading={busy}>
          {text.send}
        </Button>
      </NeedsNetwork>
      <Button variant="default" disabled={busy} onClick={onBack}>
        {text.back}
      </Button>
      <FormGuard isDirty={() => says && !busy} canSave={says} save={send} label={text.send} />
    </form>
  )
}

/** It does not take place any more: a new one may be asked for. */
const isOver = ({ etat }: LinkedRdv): boolean => etat === 'annule' || etat === 'passe'

/** The appointment, and its two answers. Nothing is answered before a button is pressed: programs open links too. */
function Answer({ rdv, onAnswered }: { rdv: LinkedRdv; onAnswered: (shown: Shown) => void }) {
  // Words that an update of the app has kept are shown at once.
  const [asking, setAsking] = useState(() => dirtyForms.hasDraft(draftKey()))
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  const answer = async (path: string, body: object): Promise<boolean> => {
    setBusy(true)
    setFailure(null)
    try {
      onAnswered({ state: 'open', rdv: await ask(path, { RDV_DEBUT: rdv.RDV_DEBUT, ...body }) })
      setAsking(false)
      return true
    } catch (error) {
      setFailure(spaceFailure(error))
      // It is another time now, or none: shows what is. What was typed stays.
      if (error instanceof AppError && error.code === 'CONFLICT') {
        const shown = await open()
        // Its state says the same, and what to do.
        if (shown.state === 'open' && isOver(shown.rdv)) setFailure(null)
        onAnswered(shown)
      }
      return false
    } finally {
      setBusy(false)
    }
  }
  const { etat } = rdv
  const mayAsk = etat !== 'autre_moment'
  return (
    <>
      <Details rdv={rdv} />
      {etat === 'attente' ? null : (
        <p className={styles.notice} role="status">
          {text.etats[etat]}
          {isOver(rdv) && rdv.demande === true ? ` ${text.sent}` : ''}
        </p>
      )}
      <Failure>{failure}</Failure>
      {asking ? (
        <OtherTimeForm onSend={(body) => answer('/space/rdv_link/other', body)} onBack={() => setAsking(false)} />
      ) : (
        <div className={styles.actions}>
          {etat === 'attente' || etat === 'autre_moment' ? (
            <NeedsNetwork what={text.what}>
              <Button
                variant={etat === 'attente' ? 'filled' : 'default'}
                loading={busy}
                onClick={() => void answer('/space/rdv_link/confirm', {})}
              >
                {text.confirm}
              </Button>
            </NeedsNetwork>
          ) : null}
          {mayAsk ? (
            <Button variant="default" disabled={busy} onClick={() => setAsking(true)}>
              {isOver(rdv) ? text.otherOver : text.other}
            </Button>
          ) : null}
        </div>
      )}
    </>
  )
}

function Content() {
  const [shown, setShown] = useState<Shown>({ state: 'opening' })
  const current = useRef(true)
  const waits = shown.state === 'offline'
  useEffect(() => {
    current.current = true
    const read = (): void => void open().then((next) => current.current && setShown(next))
    if (!waits) read()
    addEventListener(waits ? 'online' : 'hashchange', read)
    return () => {
      current.current = false
      removeEventListener(waits ? 'online' : 'hashchange', read)
    }
  }, [waits])
  if (shown.state === 'open') {
    return (
      <SpacePage title={text.title} step="read">
        <Answer rdv={shown.rdv} onAnswered={setShown} />
      </SpacePage>
    )
  }
  if (shown.state === 'failed') {
    const again = (): void => {
      setShown({ state: 'opening' })
      void open().then((next) => current.current && setShown(next))
    }
    return (
      <SpacePage title={text.title} step="failed">
        <Nothing reading={{ state: 'failed', again }} />
      </SpacePage>
    )
  }
  const isInvalid = shown.state === 'invalid'
  return (
    <SpacePage title={isInvalid ? text.invalid : text.title} step={shown.state}>
      <p role={isInvalid ? 'alert' : 'status'}>
        {{ opening: text.opening, offline: text.offline, invalid: text.invalidText }[shown.state]}
      </p>
    </SpacePage>
  )
}

/** `/rdv/public#token`: one appointment, open to whoever has the link of a message (DAY-09). */
export function PublicRdvScreen() {
  return (
    <SpaceFrame bar={<PublicBar />}>
      <Content />
    </SpaceFrame>
  )
}
