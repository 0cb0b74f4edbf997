import { Button, Text, TextInput, Title } from '@mantine/core'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { type FormEvent, useEffect, useState } from 'react'
import { paths } from '../../app/paths.ts'
import { safeRedirect } from '../../app/redirect.ts'
import { useCompany } from '../../app/session.tsx'
import { Failure } from '../../components/failure.tsx'
import { formatPhone } from '../../components/format.ts'
import { OneTimeCode } from '../../components/one-time-code/one-time-code.tsx'
import { useOnline } from '../../components/use-online.ts'
import { appText } from '../../text/app.ts'
import { spaceLoginText as text } from '../../text/space-login.ts'
import { AuthLayout } from './auth-layout.tsx'
import { isPhone } from './space-codes.ts'
import styles from './space-login-screen.module.css'
import { type LoginStep, type SpaceLogin, useSpaceLogin, type Whose } from './use-space-login.ts'

function PhoneStep({ login }: { login: SpaceLogin }) {
  const online = useOnline()
  const [phone, setPhone] = useState('')
  const [invalid, setInvalid] = useState(false)
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    const given = phone.trim()
    setInvalid(!isPhone(given))
    if (isPhone(given)) void login.ask(given)
  }
  return (
    <form className={styles.step} onSubmit={submit} noValidate>
      <Text size="lg">{text.intro}</Text>
      <Failure>{online ? login.failure : text.offline}</Failure>
      <TextInput
        label={text.phone}
        description={text.phoneExample}
        type="tel"
        autoComplete="tel-national"
        size="lg"
        value={phone}
        error={invalid && !isPhone(phone.trim()) ? text.phoneInvalid : null}
        onChange={(event) => setPhone(event.currentTarget.value)}
      />
      <Button type="submit" size="lg" fullWidth loading={login.busy}>
        {text.ask}
      </Button>
    </form>
  )
}

type StepAt<At extends LoginStep['at']> = Extract<LoginStep, { at: At }>

function CodeStep({ login, step, onIn }: { login: SpaceLogin; step: StepAt<'code'>; onIn: () => void }) {
  const { sent } = step
  const give = async (code: string): Promise<void> => {
    if (await login.give(code)) onIn()
  }
  return (
    <div className={styles.step}>
      <Text size="lg">{text.sentTo(formatPhone(sent.phone))}</Text>
      <OneTimeCode
        key={sent.challenge}
        askedAt={sent.askedAt}
        resent={sent.resent}
        submit={text.submit}
        busy={login.busy}
        failure={login.failure}
        onCode={(code) => void give(code)}
        onResend={() => void login.ask(sent.phone)}
      />
      <Button variant="subtle" size="lg" onClick={login.restart}>
        {text.otherPhone}
      </Button>
    </div>
  )
}

function ChoiceStep({ login, step, onIn }: { login: SpaceLogin; step: StepAt<'choice'>; onIn: () => void }) {
  const choose = async (whose: Whose): Promise<void> => {
    if (await login.give(step.code, whose)) onIn()
  }
  const { clients, preuve } = step.choice
  return (
    <div className={styles.step}>
      <Text size="lg">{clients.length > 0 ? text.choiceIntro : text.proofIntro}</Text>
      <Failure>{login.failure}</Failure>
      {clients.length > 0 ? (
        <ul className={styles.choice}>
          {clients.map(({ IDCLIENT, label }) => (
            <li key={IDCLIENT}>
              <Button
                variant="default"
                size="lg"
                fullWidth
                disabled={login.busy}
                onClick={() => void choose({ IDCLIENT })}
              >
                {label}
              </Button>
            </li>
          ))}
        </ul>
      ) : null}
      {preuve ? (
        <ProofForm busy={login.busy} others={clients.length > 0} onProof={(proof) => void choose(proof)} />
      ) : null}
    </div>
  )
}

interface ProofFormProps {
  busy: boolean
  /** The known customers are listed above: this is for another one. */
  others: boolean
  onProof: (proof: { CODE_POSTAL: string; NUMERO_DEVIS: string }) => void
}

/** The first time that a shared number enters a space: asks for the postcode and a quote's number of the customer. */
function ProofForm({ busy, others, onProof }: ProofFormProps) {
  const [postcode, setPostcode] = useState('')
  const [number, setNumber] = useState('')
  const [tried, setTried] = useState(false)
  const isPostcode = /^\d{5}$/.test(postcode.trim())
  const isNumber = number.trim() !== ''
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    setTried(true)
    if (isPostcode && isNumber) onProof({ CODE_POSTAL: postcode.trim(), NUMERO_DEVIS: number.trim() })
  }
  return (
    <form className={styles.step} onSubmit={submit} noValidate>
      {others ? <Text size="lg">{text.proofOther}</Text> : null}
      <TextInput
        label={text.postcode}
        inputMode="numeric"
        size="lg"
        maxLength={5}
        value={postcode}
        error={tried && !isPostcode ? text.postcodeInvalid : null}
        onChange={(event) => setPostcode(event.currentTarget.value)}
      />
      <TextInput
        label={text.quoteNumber}
        description={text.quoteNumberExample}
        size="lg"
        maxLength={40}
        value={number}
        error={tried && !isNumber ? text.quoteNumberMissing : null}
        onChange={(event) => setNumber(event.currentTarget.value)}
      />
      <Button type="submit" size="lg" fullWidth loading={busy}>
        {text.submit}
      </Button>
      <Text>{text.proofHelp}</Text>
    </form>
  )
}

const TITLES = { phone: text.title, code: text.codeTitle, choice: text.choiceTitle } as const

/** `/login/space`: a mobile number, the code that it receives, then the wanted page (AUT-02, AUT-03, AUT-04). */
export function SpaceLoginScreen() {
  const company = useCompany()
  const navigate = useNavigate()
  const { redirect } = useSearch({ strict: false })
  const login = useSpaceLogin()
  const { step } = login
  useEffect(() => {
    document.title = `${TITLES[step.at]} · ${company?.NOM ?? appText.name}`
  }, [company, step.at])
  const onIn = (): void => void navigate({ href: safeRedirect(redirect) ?? paths.space.href(), replace: true })
  return (
    <AuthLayout area="space">
      <Title order={1} size="h2" mb="md">
        {TITLES[step.at]}
      </Title>
      {step.at === 'phone' && <PhoneStep login={login} />}
      {step.at === 'code' && <CodeStep login={login} step={step} onIn={onIn} />}
      {step.at === 'choice' && <ChoiceStep login={login} step={step} onIn={onIn} />}
    </AuthLayout>
  )
}
