import { useMemo, useState } from 'react'
import { type Factors, isProtected, type TotpSecret } from '../../../schemas/second-factor.ts'
import { factorsOf, type Token } from '../../data/session/second-factor.ts'
import { securiteText as text } from '../../text/securite.ts'
import { useOnline } from '../../ui/hooks/use-online.ts'
import { notices } from '../../ui/notices/notices.tsx'
import { Failure } from '../../ui/page/failure.tsx'
import { Panel, PanelEmpty } from '../../ui/page/panel.tsx'
import { Sheet } from '../../ui/page/sheet.tsx'
import { CodeList } from './code-list.tsx'
import { AppPanel, CodesPanel, KeysPanel } from './factor-panels.tsx'
import { KeyForm } from './key-form.tsx'
import { withReauth } from './reauth.ts'
import styles from './second-factor.module.css'
import { TotpForm } from './totp-form.tsx'
import { useFactors } from './use-factors.ts'

type Open = { form: 'app'; secret: TotpSecret } | { form: 'key' } | { form: 'codes'; codes: string[] }

const TITLES: Record<Open['form'], string> = {
  app: text.app.title,
  key: text.keys.add,
  codes: text.codes.shown,
}

const isLast = ({ totp, passkeys }: Factors): boolean => (totp ? 1 : 0) + passkeys.length === 1

/**
 * The second factors of an account, and how to change them: an app of codes, keys, recovery codes.
 * @param token whose session: undefined for the one of this app, else the administrator's
 */
export function FactorsPanel({ token }: { token?: Token }) {
  const calls = useMemo(() => factorsOf(token), [token])
  const online = useOnline()
  const { factors, failure, reload } = useFactors(calls, online)
  const [open, setOpen] = useState<Open | null>(null)
  const sure = <T,>(call: () => Promise<T>): Promise<T> => withReauth(token, call)

  /** Runs a change that somebody asked for; an error is shown in a dialog. */
  const change = async (run: () => Promise<unknown>, done?: string): Promise<void> => {
    try {
      await run()
      if (done !== undefined) notices.success(done)
    } catch (error) {
      notices.failure(error)
    } finally {
      await reload()
    }
  }
  const remove = async (call: () => Promise<unknown>, message: string, done: string): Promise<void> => {
    if (await notices.confirm({ message })) await change(() => sure(call), done)
  }
  /** The first factor comes with recovery codes: they are shown at once, and no toast covers their button. */
  const added = async (codes: string[], done: string): Promise<void> => {
    setOpen(codes.length > 0 ? { form: 'codes', codes } : null)
    if (codes.length === 0) notices.success(done)
    await reload()
  }

  if (!factors) {
    return (
      <Panel title={text.title}>
        {online ? <Failure>{failure}</Failure> : null}
        {online && failure !== null ? null : <PanelEmpty text={online ? text.loading : text.offline} />}
      </Panel>
    )
  }
  const locked = factors.required && isLast(factors)
  return (
    <div className={styles.panels}>
      {failure !== null ? <Failure>{failure}</Failure> : null}
      <AppPanel
        on={factors.totp}
        locked={locked}
        onAdd={() => void change(async () => setOpen({ form: 'app', secret: await sure(calls.beginTotp) }))}
        onRemove={() => void remove(calls.removeTotp, text.app.confirmRemove, text.app.removed)}
      />
      <KeysPanel
        keys={factors.passkeys}
        locked={locked}
        onAdd={() => setOpen({ form: 'key' })}
        onRemove={({ id, name }) =>
          void remove(() => calls.removePasskey(id), text.keys.confirmRemove(name), text.keys.removed)
        }
      />
      <CodesPanel
        left={factors.recovery_codes}
        open={isProtected(factors)}
        onRenew={async () => {
          if (!(await notices.confirm({ message: text.codes.confirmRenew }))) return
          await change(async () => setOpen({ form: 'codes', codes: (await sure(calls.renewCodes)).recovery_codes }))
        }}
      />
      <Sheet opened={open !== null} onClose={() => setOpen(null)} title={open === null ? '' : TITLES[open.form]}>
        {open?.form === 'app' ? (
          <TotpForm
            secret={open.secret}
            confirm={async (code) => {
              const { recovery_codes } = await sure(() => calls.confirmTotp(code))
              await added(recovery_codes, text.app.done)
            }}
          />
        ) : null}
        {open?.form === 'key' ? (
          <KeyForm
            create={async (name) => {
              const { recovery_codes } = await sure(() => calls.addPasskey(name))
              await added(recovery_codes, text.keys.done)
            }}
          />
        ) : null}
        {open?.form === 'codes' ? (
          <CodeList codes={open.codes} done={text.codes.kept} onKept={() => setOpen(null)} />
        ) : null}
      </Sheet>
    </div>
  )
}
