import { Box, Title } from '@mantine/core'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { AppError } from '../../../schemas/errors.ts'
import type { FactorAsked } from '../../../schemas/second-factor.ts'
import type { IssuedToken } from '../../../schemas/space/login.ts'
import { loginText } from '../../text/login.ts'
import { securiteText } from '../../text/securite.ts'
import { safeRedirect } from '../../ui/navigation/redirect.ts'
import { Failure } from '../../ui/page/failure.tsx'
import { loginFailure } from './login-failure.ts'
import { type Credentials, PasswordStep } from './password-step.tsx'

/** Chunks of their own: most people see neither, and the first page does not load them. */
const FactorStep = lazy(async () => ({ default: (await import('./factor-step.tsx')).FactorStep }))
const SetUp = lazy(async () => ({ default: (await import('../../domain/second-factor/set-up.tsx')).SetUp }))

interface LoginFormProps {
  title: string
  /** Sends the password. @returns a session, or the question for the second factor */
  ask: (credentials: Credentials) => Promise<IssuedToken | FactorAsked>
  /** Sends the signed token of the page's address, if it has one. */
  askByLink?: () => Promise<IssuedToken | FactorAsked> | null
  /** Stores a session on this device. */
  open: (issued: IssuedToken) => Promise<void>
  /** The page after login when no page was wanted. */
  home: string
  admin?: boolean
}

/** A signed link: its answer must not touch what the person types meanwhile. */
type Link = { at: 'none' } | { at: 'sent' } | { at: 'refused'; words: string }
type Step = { at: 'password' } | { at: 'factor'; asked: FactorAsked } | { at: 'set up'; issued: IssuedToken }

/** Mail and password, of staff and of administrators; the second factor where there is one, or must be; then the wanted page. */
export function LoginForm({ title, ask, askByLink, open, home, admin = false }: LoginFormProps) {
  const navigate = useNavigate()
  const { redirect } = useSearch({ strict: false })
  const [step, setStep] = useState<Step>({ at: 'password' })
  const [failure, setFailure] = useState<string | null>(null)
  const [link, setLink] = useState<Link>({ at: 'none' })
  const titles = { password: title, factor: securiteText.step.title, 'set up': securiteText.setUp.title } as const

  const enter = async (issued: IssuedToken): Promise<void> => {
    await open(issued)
    await navigate({ href: safeRedirect(redirect) ?? home, replace: true })
  }
  const go = async (given: IssuedToken | FactorAsked): Promise<void> => {
    if ('challenge' in given) setStep({ at: 'factor', asked: given })
    else if (given.setting_up) setStep({ at: 'set up', issued: given })
    else await enter(given)
  }
  /** Asks for the password again, and shows the error of the second step. */
  const restart = (error?: unknown): void => {
    setFailure(
      error === undefined
        ? null
        : error instanceof AppError && error.code === 'GONE'
          ? securiteText.step.dead
          : loginFailure(error),
    )
    setStep({ at: 'password' })
  }
  const arrive = useRef(async () => {
    const sent = askByLink?.()
    if (!sent) return
    setLink({ at: 'sent' })
    try {
      await go(await sent)
      setLink({ at: 'none' })
    } catch (error) {
      // A company without a key answers as if the call did not exist.
      const dead =
        error instanceof AppError && ['UNAUTHENTICATED', 'NOT_FOUND', 'VALIDATION_ERROR'].includes(error.code)
      setLink({ at: 'refused', words: dead ? loginText.deadLink : loginFailure(error) })
    }
  })
  useEffect(() => void arrive.current(), [])
  return (
    <>
      <Title order={1} size="h2" mb="md">
        {titles[step.at]}
      </Title>
      <Suspense>
        {link.at === 'refused' && step.at === 'password' ? (
          <Box mb="md">
            <Failure>{link.words}</Failure>
          </Box>
        ) : null}
        {link.at === 'sent' ? <p role="status">{loginText.byLink}</p> : null}
        {step.at === 'password' ? (
          <PasswordStep failure={failure} submit={async (credentials) => go(await ask(credentials))} />
        ) : null}
        {step.at === 'factor' ? <FactorStep asked={step.asked} admin={admin} onIn={enter} onRestart={restart} /> : null}
        {step.at === 'set up' ? (
          <SetUp
            token={step.issued.token}
            onDone={(expires_at) => {
              const { setting_up: _, ...issued } = step.issued
              enter({ ...issued, expires_at }).catch(restart)
            }}
          />
        ) : null}
      </Suspense>
    </>
  )
}
