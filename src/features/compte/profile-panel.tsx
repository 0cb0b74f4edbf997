import { Button, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useState } from 'react'
import * as Type from 'typebox'
import { AppError } from '../../../schemas/errors.ts'
import { shapeOf } from '../../../schemas/reads-as.ts'
import { nothing } from '../../data/api/shape.ts'
import { refreshAccount } from '../../data/session/session-actions.ts'
import { isPersonnel, type Personnel } from '../../data/session/stored-session.ts'
import { PhotoButton } from '../../domain/files/photo-button.tsx'
import { portraitOf } from '../../domain/files/shrink-photo.ts'
import { PersonAvatar } from '../../domain/personnels/person-avatar.tsx'
import { compteText } from '../../text/compte.ts'
import { EMPTY } from '../../text/words.ts'
import { notices } from '../../ui/notices/notices.tsx'
import { useBusy } from '../../ui/notices/use-busy.ts'
import { Panel } from '../../ui/page/panel.tsx'
import type { PanelProps } from './account-call.ts'
import styles from './compte.module.css'

const { profile: text } = compteText
const isKept = shapeOf(Type.Object({ PHOTO: Type.String() }))

/** « Mon profil » of the staff: photo, name, mobile. What colleagues see of me comes from the record, which every device receives. */
export function ProfilePanel({ person, ...panel }: PanelProps & { person: Personnel }) {
  const { online, readOnly } = panel
  return (
    <Panel title={text.title}>
      <p className={styles.hint}>{readOnly ? compteText.inPlace : online ? text.photoHint : compteText.offline}</p>
      <Photo person={person} {...panel} />
      <Facts key={`${person.PRENOM} ${person.NOM} ${person.TELEPHONE_PORTABLE}`} person={person} {...panel} />
    </Panel>
  )
}

function Photo({ person, call, online, readOnly }: PanelProps & { person: Personnel }) {
  const { busy, whileBusy } = useBusy()
  const may = online && !readOnly
  const act = (run: () => Promise<unknown>, done: string) =>
    whileBusy(async () => {
      await run()
      await refreshAccount()
      notices.success(done)
    })
  const choose = ([file]: File[]) =>
    act(async () => {
      if (file) await call('/account/photo', isKept, { method: 'PUT', body: await portraitOf(file) })
    }, text.photoSaved)
  const remove = () => act(() => call('/account/photo', nothing, { method: 'DELETE' }), text.photoRemoved)
  return (
    <div className={styles.person}>
      <PersonAvatar person={person} size={72} />
      <div className={styles.photoActions}>
        <PhotoButton
          label={text.photo}
          busy={busy}
          multiple={false}
          disabled={!may}
          onFiles={(files) => void choose(files)}
        />
        {person.PHOTO ? (
          <Button variant="default" disabled={!may || busy} onClick={() => void remove()}>
            {text.removePhoto}
          </Button>
        ) : null}
      </div>
    </div>
  )
}

function Facts({ person, call, online, readOnly }: PanelProps & { person: Personnel }) {
  const form = useForm({
    initialValues: {
      PRENOM: person.PRENOM ?? '',
      NOM: person.NOM,
      TELEPHONE_PORTABLE: person.TELEPHONE_PORTABLE ?? '',
    },
    validate: { NOM: (name) => (name.trim() === '' ? text.required : null) },
  })
  const [busy, setBusy] = useState(false)
  const may = online && !readOnly
  const submit = form.onSubmit(async ({ PRENOM, NOM, TELEPHONE_PORTABLE }) => {
    if (!may) return
    setBusy(true)
    try {
      const body = {
        PRENOM: PRENOM.trim() || null,
        NOM: NOM.trim(),
        TELEPHONE_PORTABLE: TELEPHONE_PORTABLE.trim() || null,
      }
      await call('/account/profile', isPersonnel, { method: 'PUT', body })
      await refreshAccount()
      notices.success(text.saved)
    } catch (error) {
      const errors = error instanceof AppError ? (error.errors ?? {}) : {}
      form.setErrors(Object.fromEntries(Object.entries(errors).map(([name, messages]) => [name, messages.join(' ')])))
      if (Object.keys(errors).length === 0) notices.failure(error)
    } finally {
      setBusy(false)
    }
  })
  const field = { size: 'md', readOnly: !may } as const
  return (
    <form className={styles.form} onSubmit={submit} noValidate>
      <TextInput label={text.firstName} autoComplete="given-name" {...field} {...form.getInputProps('PRENOM')} />
      <TextInput label={text.name} autoComplete="family-name" {...field} {...form.getInputProps('NOM')} />
      <TextInput
        label={text.mobile}
        type="tel"
        autoComplete="tel"
        {...field}
        {...form.getInputProps('TELEPHONE_PORTABLE')}
      />
      <div className={styles.facts}>
        <span className={styles.fact}>{text.mail}</span>
        <span>{person.MAIL ?? EMPTY}</span>
        <span className={styles.fact}>{text.mailHint}</span>
      </div>
      <Button type="submit" size="md" className={styles.action ?? ''} loading={busy} disabled={!may || !form.isDirty()}>
        {text.save}
      </Button>
    </form>
  )
}
