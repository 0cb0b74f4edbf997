import { Button } from '@mantine/core'
import { type ErrorComponentProps, useRouter } from '@tanstack/react-router'
import { errorsText } from '../text/errors.ts'
import { MessagePage } from '../ui/page/message-page.tsx'

/** Shown in the place of a screen that threw: says what was kept, offers a retry; the router has logged the error to the console (ERR-04). */
export function ErrorScreen({ error, reset }: ErrorComponentProps) {
  const router = useRouter()
  const retry = (): void => {
    reset()
    void router.invalidate()
  }
  return (
    <MessagePage
      title={errorsText.screenTitle}
      text={errorsText.screenText}
      detail={error instanceof Error ? error.message : String(error)}
      actions={
        <>
          <Button onClick={retry}>{errorsText.retry}</Button>
          <Button variant="default" onClick={() => window.location.reload()}>
            {errorsText.reload}
          </Button>
        </>
      }
    />
  )
}
