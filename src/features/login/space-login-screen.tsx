import { Button, Text, TextInput, Title } from '@mantine/core'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useCompany } from '../../data/session/session.tsx'
import { OneTimeCode } from '../../domain/one-time-code/one-time-code.tsx'
import { useFormEngine } from '../../forms/use-form-engine.ts'
import { appText } from '../../text/app.ts'
import { spaceLoginText as text } from '../../text/space-login.ts'
import { formatPhone } from '../../ui/format/format.ts'
import { useOnline } from '../../ui/hooks/use-online.ts'
import { paths } from '../../ui/navigation/paths.ts'
import { safeRedirect } from '../../ui/navigation/redirect.ts'
import { Failure } from '../../ui/page/failure.tsx'
import { useStepHeading } from '../../ui/page/use-step-heading.ts'
import { AuthLayout } from './auth-layout.tsx'
import { isPhone } from './space-codes.ts'
import styles from './space-login-screen.module.css'
import { type LoginStep, type SpaceLogin, useSpaceLogin, type Whose } from './use-space-login.ts'

const phoneIssues = ({ values }: { values: { phone: string } }) =>
  isPhone(values.phone.trim()) ? {} : { phone: text.phoneInvalid }

function PhoneStep({ login }: { login: SpaceLogin }) {
  const online = useOnline()
  const { form, onSubmit } = useFormEngine({ values: { phone: '' }, validate: phoneIssues, afterTry: true })
  const submit = onSubmit(({ phone }) => void login.ask(phone.trim()))
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
        {...form.getInputProps('phone')}
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
      <Button variant="subtle" size="lg" disabled={login.busy} onClick={login.restart}>
        {text.otherPhone}
      </Button>
    </div>
  )
}

interface ProofFormProps {
  busy: boolean
  /** The known customers are listed above: this is for another one. */
  others: boolean
  onProof: (proof: Proof) => void
}

type Proof = { CODE_POSTAL: string; NUMERO_DEVIS: string }
const proofIssues = ({ values }: { values: Proof }) => ({
  ...(/^\d{5}$/.test(values.CODE_POSTAL.trim()) ? {} : { CODE_POSTAL: text.postcodeInvalid }),
  ...(values.NUMERO_DEVIS.trim() === '' ? { NUMERO_DEVIS: text.quoteNumberMissing } : {}),
})

/** The first time that a shared number enters a space: asks for the postcode and a quote's number of the customer. */
function ProofForm({ busy, others, onProof }: ProofFormProps) {
  const { form, onSubmit } = useFormEngine({
    values: { CODE_POSTAL: '', NUMERO_DEVIS: '' },
    validate: proofIssues,
    afterTry: true,
  })
  const submit = onSubmit(({ CODE_POSTAL, NUMERO_DEVIS }) =>
    onProof({ CODE_POSTAL: CODE_POSTAL.trim(), NUMERO_DEVIS: NUMERO_DEVIS.trim() }),
  )
  return (
    <form className={styles.step} onSubmit={submit} noValidate>
      {others ? <Text size="lg">{text.proofOther}</Text> : null}
      <TextInput
        label={text.postcode}
        inputMode="numeric"
        size="lg"
        maxLength={5}
        {...form.getInputProps('CODE_POSTAL')}
      />
      <TextInput
        label={text.quoteNumber}
        description={text.quoteNumberExample}
        size="lg"
        maxLength={40}
        {...form.getInputProps('NUMERO_DEVIS')}
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
  const heading = useStepHeading(step.at)
  const onIn = (): void => void navigate({ href: safeRedirect(redirect) ?? paths.space.href(), replace: true })
  return (
    <AuthLayout area="space">
      <Title order={1} size="h2" mb="md" ref={heading} tabIndex={-1} className={styles.heading ?? ''}>
        {TITLES[step.at]}
      </Title>
      {step.at === 'phone' && <PhoneStep login={login} />}
      {step.at === 'code' && <CodeStep login={login} step={step} onIn={onIn} />}
      {step.at === 'choice' && <ChoiceStep login={login} step={step} onIn={onIn} />}
    </AuthLayout>
  )
}
