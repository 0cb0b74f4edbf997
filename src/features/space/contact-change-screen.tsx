import { Button } from '@mantine/core'
import { useState } from 'react'
import * as Type from 'typebox'
import { AppError } from '../../../schemas/errors.ts'
import { spaceText } from '../../text/space.ts'
import { Failure } from '../../ui/page/failure.tsx'
import { askSpace } from './ask-space.ts'
import { linkToken } from './link-token.ts'
import { NeedsNetwork } from './needs-network.tsx'
import styles from './space.module.css'
import { spaceFailure } from './space-failure.ts'
import { PublicBar, SpaceFrame } from './space-layout.tsx'
import { SpacePage } from './space-page.tsx'

const text = spaceText.contactChange

const Reponse = Type.Union([Type.Literal('confirme'), Type.Literal('conteste')])
type Reponse = Type.Static<typeof Reponse>
/** `suspendue` is absent from the answer of a former server. */
const Answered = Type.Object({ reponse: Reponse, suspendue: Type.Optional(Type.Boolean()) })
type Said = Reponse | 'restored'

function Answer({ onAnswered }: { onAnswered: (answered: Said | 'invalid') => void }) {
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  const answer = async (reponse: Reponse): Promise<void> => {
    setBusy(true)
    setFailure(null)
    try {
      const body = { token: linkToken(), reponse }
      const call = { method: 'POST', body, token: null, ownRefusal: true } as const
      const said = await askSpace(Answered, '/space/contact', call)
      onAnswered(said.reponse === 'conteste' && said.suspendue === false ? 'restored' : said.reponse)
    } catch (error) {
      const isInvalid = error instanceof AppError && ['NOT_FOUND', 'VALIDATION_ERROR'].includes(error.code)
      if (isInvalid) onAnswered('invalid')
      else setFailure(spaceFailure(error))
    } finally {
      setBusy(false)
    }
  }
  return (
    <div className={styles.actions}>
      <Failure>{failure}</Failure>
      <p>{text.intro}</p>
      <NeedsNetwork what={text.what}>
        <Button loading={busy} onClick={() => void answer('confirme')}>
          {text.mine}
        </Button>
        <Button variant="default" disabled={busy} onClick={() => void answer('conteste')}>
          {text.notMine}
        </Button>
      </NeedsNetwork>
    </div>
  )
}

/** `/coordonnees#token`: a customer confirms or denies, from an old number or address, that a change is their own. */
export function ContactChangeScreen() {
  const [answered, setAnswered] = useState<Said | 'invalid' | null>(null)
  return (
    <SpaceFrame bar={<PublicBar />}>
      <SpacePage title={answered === 'invalid' ? text.invalid : text.title} step={answered ?? 'answer'}>
        {answered === null ? <Answer onAnswered={setAnswered} /> : null}
        {answered === 'invalid' ? <p role="alert">{text.invalidText}</p> : null}
        {answered !== null && answered !== 'invalid' ? <p role="status">{text[answered]}</p> : null}
      </SpacePage>
    </SpaceFrame>
  )
}
