import { Button, type ButtonProps } from '@mantine/core'
import { notices } from '../../ui/notices/notices.tsx'
import { useBusy } from '../../ui/notices/use-busy.ts'

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
  const { busy, whileBusy } = useBusy()
  const act = () =>
    whileBusy(async () => {
      await run()
      if (success !== undefined) notices.success(success)
    })
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
