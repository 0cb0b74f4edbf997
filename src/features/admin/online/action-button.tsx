import { Button, type ButtonProps } from '@mantine/core'
import { useState } from 'react'
import { notices } from '../../../ui/notices/notices.tsx'

interface ActionButtonProps extends Pick<ButtonProps, 'variant' | 'color' | 'leftSection' | 'disabled' | 'size'> {
  label: string
  /** The name of its target, where a list has several of these buttons. */
  of?: string | undefined
  run: () => Promise<void>
  /** Shown after the success. */
  success?: string | undefined
}

/** A call that a person starts: busy while it runs, a dialog when it is refused. */
export function ActionButton({ label, of, run, success, ...look }: ActionButtonProps) {
  const [busy, setBusy] = useState(false)
  const act = async (): Promise<void> => {
    setBusy(true)
    try {
      await run()
      if (success !== undefined) notices.success(success)
    } catch (error) {
      notices.failure(error)
    } finally {
      setBusy(false)
    }
  }
  return (
    <Button
      variant="default"
      {...look}
      loading={busy}
      onClick={() => void act()}
      {...(of === undefined ? {} : { 'aria-label': `${label} : ${of}` })}
    >
      {label}
    </Button>
  )
}
