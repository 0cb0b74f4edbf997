import { Button, Checkbox, TextInput } from '@mantine/core'
import { IconSignature } from '@tabler/icons-react'
import { useCallback, useRef, useState } from 'react'
import { PV_NAME } from '../../../schemas/entities/fichier.ts'
import type { SiteNote } from '../../../schemas/rules/intervention-site.ts'
import { uuidv7 } from '../../../schemas/uuid.ts'
import { useCommands } from '../../data/records/use-commands.ts'
import { useFileCommands } from '../../data/records/use-files.ts'
import { loadLogo } from '../../domain/company/company-logo.ts'
import { LeaveGuard } from '../../domain/signature/leave-guard.tsx'
import { type Drawing, SignaturePad, type SignaturePadHandle } from '../../domain/signature/signature-pad.tsx'
import type { Held } from '../../forms/follow-record.ts'
import { FormGuard, useDraft } from '../../forms/form-guard.tsx'
import { OpensHere } from '../../forms/opens-here.tsx'
import { useFormEngine } from '../../forms/use-form-engine.ts'
import { interventionsText as text } from '../../text/interventions.ts'
import { useLeave } from '../../ui/navigation/use-leave.ts'
import { notices } from '../../ui/notices/notices.tsx'
import { useBusy } from '../../ui/notices/use-busy.ts'
import { makePv, type PvSources, signedContent } from './make-pv.ts'
import styles from './sign.module.css'

const ORIGIN = { reception: 'intervention_sign_pv', levee: 'intervention_levee_reserves' } as const
const USER_AGENT_LENGTH = 200

/** What an update of the app keeps. */
interface Draft {
  held: Held<{ name: string; chosen: string[] }>
  drawing: Drawing | null
  signedOn: string | null
}

/** The signer and the signature; « Signer le PV » makes the PDF and stores it on this device (INT-01, INT-02). */
export function SignForm({
  kind,
  reserves,
  sources,
  waits = false,
  signatory,
  back,
}: {
  kind: 'reception' | 'levee'
  /** The reserves of this PV. */
  reserves: readonly SiteNote[]
  sources: PvSources
  /** A part of it is being read again: nothing is signed meanwhile. */
  waits?: boolean
  /** The name proposed for the signer; '' where it must be typed. */
  signatory: string
  back: string
}) {
  const files = useFileCommands()
  const commands = useCommands()
  const leave = useLeave(back)
  const pad = useRef<SignaturePadHandle>(null)
  /** What the PV said when the signature was begun; null while there is none. A signature of something else is asked for again. */
  const [signedOn, setSignedOn] = useState<string | null>(null)
  const signed = signedOn !== null
  const [tried, setTried] = useState(false)
  const { busy, whileBusy } = useBusy()
  const isKept = useRef(false)
  const [id] = useState(uuidv7)
  const { intervention } = sources
  const validate = useCallback(
    ({ values: { name, chosen } }: { values: { name: string; chosen: string[] } }) => ({
      ...(name.trim() === '' ? { name: text.required } : {}),
      ...(kind === 'levee' && !reserves.some((reserve) => chosen.includes(reserve.id))
        ? { chosen: text.liftNone }
        : {}),
    }),
    [kind, reserves],
  )
  const engine = useFormEngine({
    values: { name: signatory, chosen: reserves.map((reserve) => reserve.id) },
    validate,
    afterTry: true,
  })
  const { name, chosen } = engine.values
  const about = kind === 'levee' ? reserves.filter((reserve) => chosen.includes(reserve.id)) : reserves
  // Of a levée only the chosen reserves: the customer does not sign for one that is ticked after the signature.
  const content = signedContent(
    sources,
    about.map((reserve) => reserve.TEXTE),
  )
  // What lifts reserves changes them itself.
  const changed = signed && signedOn !== content && !busy && !isKept.current
  const isDirty = (): boolean => !isKept.current && (signed || engine.isDirty())
  useDraft<Draft>(`pv/${kind}/${intervention.IDINTERVENTION}`, {
    isDirty,
    getValues: () => ({ held: engine.held(), drawing: pad.current?.drawing() ?? null, signedOn }),
    setValues: (draft) => {
      engine.hold(draft.held)
      if (draft.drawing) pad.current?.show(draft.drawing)
      setSignedOn(draft.signedOn)
    },
  })

  const keep = async (image: Uint8Array): Promise<void> => {
    const bytes = await makePv(sources, {
      kind,
      RESERVES: about.map((reserve) => reserve.TEXTE),
      NOM_SIGNATAIRE: name.trim(),
      image,
      at: new Date(),
      signedWith: navigator.userAgent.slice(0, USER_AGENT_LENGTH),
      logo: await loadLogo(files, sources.company),
    })
    const origin = ORIGIN[kind]
    const pv = {
      id,
      resource: 'intervention' as const,
      recordId: intervention.IDINTERVENTION,
      projectId: intervention.IDPROJET,
      origin,
      name: PV_NAME[origin],
      type: 'application/pdf' as const,
      bytes,
    }
    if (kind === 'levee') {
      // FILE-12: the phone may stop after the reserves name the PV, and then it follows them.
      await files.keepDraft(pv)
      const NOTES = intervention.NOTES.map((note) => (chosen.includes(note.id) ? { ...note, LEVEE: id } : note))
      await commands.update('intervention', intervention.IDINTERVENTION, { NOTES }, { base: intervention })
    }
    await files.add(pv)
  }
  /** @returns whether the PV is stored on this device */
  const store = async (): Promise<boolean> => {
    setTried(true)
    engine.touchAll()
    if (!signed || changed || waits || !engine.valid) return false
    return whileBusy(async () => {
      if (!pad.current) return false
      await keep(await pad.current.toImage('image/png'))
      isKept.current = true
      notices.success(text.done)
    })
  }
  const sign = async (): Promise<void> => {
    // A second press while the page is being left would sign again.
    if (!isKept.current && (await store())) leave()
  }

  return (
    <section className={`surface ${styles.card} ${styles.form}`} aria-label={text.pad}>
      {kind === 'levee' ? (
        <Checkbox.Group label={text.liftWhich} {...engine.form.getInputProps('chosen')}>
          <div className={styles.checks}>
            {reserves.map((reserve) => (
              <div key={reserve.id} className={styles.check}>
                <Checkbox value={reserve.id} label={reserve.TEXTE} size="md" />
              </div>
            ))}
          </div>
        </Checkbox.Group>
      ) : null}
      <OpensHere when={signatory === '' && kind === 'reception'}>
        <TextInput
          label={text.signer}
          placeholder={text.signerHint}
          required
          size="md"
          maxLength={120}
          autoComplete="off"
          {...engine.form.getInputProps('name')}
        />
      </OpensHere>
      <SignaturePad
        ref={pad}
        label={text.pad}
        name={name}
        error={tried && !signed ? text.padEmpty : null}
        onSigned={(isSigned) => setSignedOn((known) => (isSigned ? (known ?? content) : null))}
      />
      <div role="alert">
        {changed ? (
          <>
            <p className={styles.object}>{text.changed}</p>
            <Button variant="default" size="md" mt="xs" onClick={() => pad.current?.show({ strokes: [], typed: null })}>
              {text.signAgain}
            </Button>
          </>
        ) : null}
      </div>
      <Button
        size="lg"
        leftSection={<IconSignature size={20} aria-hidden />}
        loading={busy}
        disabled={changed || waits}
        onClick={() => void sign()}
      >
        {text.confirm}
      </Button>
      <span role="status" className={styles.muted}>
        {busy ? text.making : ''}
      </span>
      <LeaveGuard asks={() => !isKept.current && !isDirty()} title={text.quitTitle} message={text.quitText} />
      <FormGuard isDirty={isDirty} saving={busy} canSave={signed && !changed && !waits && engine.valid} save={store} />
    </section>
  )
}
