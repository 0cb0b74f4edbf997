import { ActionIcon, Button, Input, TextInput } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { type ReactNode, useRef, useState } from 'react'
import { answerOfLines, linesOf, MAX_PHOTOS } from '../../../schemas/rules/report-answers.ts'
import { rapportsText as text } from '../../text/rapports.ts'
import { keepPhotos } from '../files/keep-photos.ts'
import { PhotoButton } from '../files/photo-button.tsx'
import { SignaturePad, type SignaturePadHandle } from '../signature/signature-pad.tsx'
import type { AnswerProps } from './answer-props.ts'
import { PICTURE_TYPE } from './pictures.ts'
import styles from './reports.module.css'

/** The question above the parts of its answer. */
function QuestionGroup({
  question,
  error,
  children,
}: Pick<AnswerProps, 'question'> & Partial<Pick<AnswerProps, 'error'>> & { children: ReactNode }) {
  return (
    <Input.Wrapper
      labelElement="div"
      classNames={{ label: styles.label ?? '' }}
      label={question.LIBELLE}
      withAsterisk={question.REQUIS}
      size="md"
      error={error}
      role="group"
      aria-label={question.LIBELLE}
    >
      {children}
    </Input.Wrapper>
  )
}

/** Pictures in answer to a question: taken or chosen, shown, taken out again. */
export function PhotoAnswer({ question, value, onChange, error, pictures }: AnswerProps) {
  const [busy, setBusy] = useState(false)
  const ids = linesOf(value)
  /** The latest answer: several pictures may be in preparation. */
  const latest = useRef(ids)
  latest.current = ids
  const put = (next: string[]): void => {
    latest.current = next
    onChange(answerOfLines(next))
  }
  const add = async (files: readonly File[]): Promise<void> => {
    setBusy(true)
    const keeping = keepPhotos(files, {
      keep: (bytes) => {
        const id = pictures.add(bytes, question.TYPE)
        if (!latest.current.includes(id)) put([...latest.current, id])
      },
      limit: { most: MAX_PHOTOS, hasRoom: () => latest.current.length < MAX_PHOTOS },
    })
    await pictures.during(keeping)
    setBusy(false)
  }
  return (
    <QuestionGroup question={question} error={error}>
      {ids.length === 0 ? null : (
        <ul className={styles.pictures}>
          {ids.map((id, at) => (
            <li key={id}>
              <img src={pictures.get(id)?.url} alt={text.photoOf(question.LIBELLE, at + 1)} />
              <ActionIcon
                variant="filled"
                color="dark"
                size={44}
                radius="xl"
                aria-label={text.removePhotoOf(question.LIBELLE, at + 1)}
                onClick={() => put(ids.filter((one) => one !== id))}
              >
                <IconX size={18} />
              </ActionIcon>
            </li>
          ))}
        </ul>
      )}
      {ids.length >= MAX_PHOTOS ? null : (
        <PhotoButton
          label={text.addPhotoTo(question.LIBELLE)}
          busy={busy}
          size="md"
          onFiles={(files) => void add(files)}
        >
          {text.addPhoto}
        </PhotoButton>
      )}
    </QuestionGroup>
  )
}

/** A signature in answer to a question: drawn, or typed by a person who cannot draw. */
export function SignatureAnswer({ question, value, onChange, error, pictures }: AnswerProps) {
  const pad = useRef<SignaturePadHandle>(null)
  const [name, setName] = useState('')
  const signed = pictures.get(linesOf(value)[0] ?? '')
  /** A signature that was given before the question was hidden and asked again is shown as it is. */
  const [again, setAgain] = useState(signed === undefined)
  /** A picture takes up to a second to make: one whose drawing was cleared, or drawn further, meanwhile is no answer. */
  const drawn = useRef(0)
  // JPEG has a white ground: ink without one is not seen where the app is dark.
  const keep = async (isSigned: boolean): Promise<void> => {
    drawn.current += 1
    const mine = drawn.current
    if (!isSigned) onChange(undefined)
    else if (pad.current) {
      const image = await pad.current.toImage(PICTURE_TYPE)
      if (mine === drawn.current) onChange(pictures.add(image, question.TYPE))
    }
  }
  return (
    <QuestionGroup question={question}>
      {again || !signed ? (
        <>
          <TextInput
            size="md"
            label={text.signer}
            maxLength={120}
            autoComplete="off"
            value={name}
            onChange={(event) => setName(event.currentTarget.value)}
            mb={8}
          />
          <SignaturePad
            ref={pad}
            label={text.signatureOf(question.LIBELLE)}
            name={name}
            error={error ?? null}
            onSigned={(isSigned) => void pictures.during(keep(isSigned))}
          />
        </>
      ) : (
        <div className={styles.signed}>
          <img src={signed.url} alt={text.signatureOf(question.LIBELLE)} />
          <Button
            variant="default"
            onClick={() => {
              setAgain(true)
              onChange(undefined)
            }}
          >
            {text.signAgain}
          </Button>
        </div>
      )}
    </QuestionGroup>
  )
}
