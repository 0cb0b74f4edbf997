import { Button, Textarea } from '@mantine/core'
import { type FormEvent, type ReactNode, useState } from 'react'
import { FormGuard, useDraft, useEngineDraft } from '../../forms/form-guard.tsx'
import { LostPictures } from '../../forms/lost-pictures.tsx'
import { OpensHere } from '../../forms/opens-here.tsx'
import { useFormEngine } from '../../forms/use-form-engine.ts'
import { spaceText } from '../../text/space.ts'
import { Failure } from '../../ui/page/failure.tsx'
import { NeedsNetwork } from './needs-network.tsx'
import { lastSent, type SpaceRequest, sendRequest } from './send-request.ts'
import styles from './space.module.css'
import { isAlreadyDone, useAction } from './use-action.ts'

const text = spaceText.request
const LONGEST = 4000
const validate = ({ values }: { values: { MESSAGE: string } }) =>
  values.MESSAGE.trim() === '' ? { MESSAGE: text.messageMissing } : {}

/** @param arrived what the company has, where an earlier send had arrived and this one changed something */
function Sent({ arrived, onAnother }: { arrived: string | null; onAnother: () => void }) {
  return (
    <div className={styles.card} role="status">
      <h2>{arrived === null ? text.sent : text.already}</h2>
      {arrived === null ? (
        <p>{text.sentText}</p>
      ) : (
        <>
          <p className={styles.said}>{text.alreadyText(arrived)}</p>
          <p>{text.alreadyChanged}</p>
        </>
      )}
      <Button variant="default" onClick={onAnother}>
        {text.another}
      </Button>
    </div>
  )
}

/** A message to the company with its photos and fields (SPA-05). */
export function RequestForm({
  draftKey,
  label,
  bodyOf,
  children,
  more = () => false,
  unkept,
  opens = false,
  onArrived,
  onSent,
}: {
  /** Names the form for the draft that an update of the app keeps; the fields above the message keep their own. */
  draftKey: string
  label: string
  /** Called at each try to send: makes the body except the message; null while a field is wrong, whose message is then shown. */
  bodyOf: () => (() => Promise<Omit<SpaceRequest, 'MESSAGE'>>) | null
  /** Fields above the message. */
  children?: ReactNode
  /** Whether these fields hold something that would be lost. */
  more?: () => boolean
  /** Whether they hold something that no draft keeps. */
  unkept?: () => boolean
  /** The message is what is typed first. */
  opens?: boolean
  /** An earlier send had arrived, and what is here now was not in it. */
  onArrived?: () => void
  onSent?: () => void
}) {
  const engine = useFormEngine({ values: { MESSAGE: '' }, validate, afterTry: true })
  const { form, values, valid, touchAll } = engine
  const lost = useEngineDraft(draftKey, engine, unkept)
  const [sent, setSent] = useState<{ arrived: string | null } | null>(null)
  const { busy, failure, run, heldKey, holdKey } = useAction()
  // What may have arrived before the page ended is not sent as another request.
  useDraft<{ key: string | null }>(`${draftKey}/envoi`, {
    isDirty: () => heldKey() !== null,
    getValues: () => ({ key: heldKey() }),
    setValues: ({ key }) => holdKey(key),
  })
  /** @returns whether the company has it */
  const send = async (): Promise<boolean> => {
    touchAll()
    const makeBody = bodyOf()
    if (!valid || makeBody === null) return false
    let done = false
    await run(async (key) => {
      const body = { ...(await makeBody()), MESSAGE: values.MESSAGE.trim() }
      try {
        await sendRequest(body, key)
      } catch (error) {
        if (!isAlreadyDone(error)) throw error
        onArrived?.()
        setSent({ arrived: await lastSent(body.type) })
        return
      }
      done = true
      setSent({ arrived: null })
      // What was sent is no draft of the next one.
      form.reset()
      onSent?.()
    })
    return done
  }
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    void send()
  }
  // What did not arrive stays, for the next one.
  if (sent) return <Sent arrived={sent.arrived} onAnother={() => setSent(null)} />
  return (
    <form className={styles.actions} onSubmit={submit} noValidate>
      <Failure>{failure}</Failure>
      <LostPictures lost={lost} />
      <fieldset className={styles.fields} disabled={busy}>
        {children}
      </fieldset>
      <OpensHere when={opens}>
        <Textarea
          label={label}
          autosize
          minRows={4}
          maxLength={LONGEST}
          // What is typed while it is being sent would be in no request: the form is emptied once it has arrived.
          disabled={busy}
          {...form.getInputProps('MESSAGE')}
        />
      </OpensHere>
      <NeedsNetwork what={text.what}>
        <Button type="submit" loading={busy}>
          {text.send}
        </Button>
      </NeedsNetwork>
      <FormGuard
        isDirty={() => engine.isDirty() || more()}
        unkept={unkept}
        canSave={valid}
        save={send}
        label={text.send}
      />
    </form>
  )
}
