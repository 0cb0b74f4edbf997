import { Button, List, Text } from '@mantine/core'
import { modals } from '@mantine/modals'
import { type NotificationData, notifications, notificationsStore } from '@mantine/notifications'
import { AppError, unauthorized } from '../../../schemas/errors.ts'
import { errorsText, noticesText } from '../../text/errors.ts'
import styles from './notices.module.css'
import { withOverlays } from './overlays-state.ts'

export const NOTICE_MS = 3000
export const NOTICE_SPEED_MS = 300
export const NOTICE_WIDTH = 300
export const NOTICES_AT_ONCE = 3

/** What a blocking dialog says about an error (ERR-01 … ERR-03). */
export interface FailureText {
  title: string
  messages: string[]
}

/** The wording of an error by its code, never by its message. A right that one call lacks has the server's reason, an ended session none. */
export function failureText(error: unknown): FailureText {
  if (!(error instanceof AppError)) {
    return { title: errorsText.titleError, messages: [error instanceof Error ? error.message : errorsText.unknown] }
  }
  if (error.code === 'UNAUTHENTICATED') return failureText(unauthorized())
  if (error.code === 'UNAUTHORIZED') return { title: errorsText.titleUnauthorized, messages: [error.message] }
  if (error.code === 'VALIDATION_ERROR') {
    const messages = Object.values(error.errors ?? {}).flat()
    return { title: errorsText.titleValidation, messages: messages.length > 0 ? messages : [error.message] }
  }
  return { title: errorsText.titleError, messages: [error.message] }
}

/** The browser's own words are English: ours are loaded when they are needed. */
async function foreignText(error: unknown): Promise<FailureText> {
  const said = failureText(error)
  const words = await import('./foreign-failure.ts')
    .then(({ foreignFailure }) => foreignFailure(error))
    .catch(() => null)
  return words === null ? said : { ...said, messages: [words] }
}

function Messages({ messages }: { messages: string[] }) {
  if (messages.length === 1) return <Text size="sm">{messages[0]}</Text>
  return (
    <List size="sm" spacing={4}>
      {messages.map((message) => (
        <List.Item key={message}>{message}</List.Item>
      ))}
    </List>
  )
}

function blocking({ title, messages }: FailureText): void {
  const open = (): string =>
    modals.openConfirmModal({
      // One dialog for each title: ten calls that are refused together show one message.
      modalId: `erreur:${title}`,
      title,
      children: <Messages messages={messages} />,
      closeOnClickOutside: false,
      withCloseButton: false,
      size: 'sm',
      labels: { confirm: errorsText.ok, cancel: '' },
      cancelProps: { display: 'none' },
      confirmProps: { 'data-autofocus': true },
    })
  withOverlays(open)
}

/** A running « Chargement... » that ends as a success, an error or nothing. */
export interface LoadingNotice {
  success: (message?: string) => void
  close: () => void
}

/** A question that a notice asks besides what it says. */
export interface Ask {
  question: string
  answers: readonly { label: string; onAction: () => void }[]
}

export interface ActionNotice {
  /** Without it the question says all. */
  message?: string
  /** The action's name; without it the notice only asks. */
  label?: string
  onAction?: () => void
  /** How long the action is offered. */
  forMs: number
  ask?: Ask | undefined
}

/** Older notices make room for a new one; what still loads, and what its reader must close, stays. */
function makeRoom(): void {
  const { notifications: shown } = notificationsStore.getState()
  const passing = shown.filter(({ autoClose }) => autoClose !== false)
  const tooMany = Math.max(0, shown.length + 1 - NOTICES_AT_ONCE)
  for (const { id } of passing.slice(0, tooMany)) if (id !== undefined) notifications.hide(id)
}

let lastId = 0
const show = (notice: NotificationData): void =>
  withOverlays(() => {
    makeRoom()
    notifications.show({
      autoClose: NOTICE_MS,
      withBorder: true,
      closeButtonProps: { 'aria-label': noticesText.hide },
      ...notice,
    })
  })

/** All messages of the app outside its screens (ERR-05). */
export const notices = {
  success(message: string = noticesText.success): void {
    show({ message, color: 'vert' })
  },
  /** A neutral message, neither success nor error. */
  info(message: string): void {
    show({ message, color: 'ardoise' })
  },
  /** A message with one action, for as long as it is shown. */
  action({ message, label, onAction, forMs, ask }: ActionNotice): void {
    const id = `action-${++lastId}`
    const act = (then: () => void): void => {
      notifications.hide(id)
      then()
    }
    show({
      id,
      autoClose: forMs,
      color: 'ardoise',
      message: (
        <>
          {message === undefined ? null : (
            <span className={styles.action}>
              {message}
              {label === undefined || onAction === undefined ? null : (
                <Button variant="light" size="md" onClick={() => act(onAction)}>
                  {label}
                </Button>
              )}
            </span>
          )}
          {ask ? (
            <span className={styles.ask}>
              <span className={styles.question}>{ask.question}</span>
              {ask.answers.map((answer) => (
                <Button key={answer.label} variant="default" size="md" onClick={() => act(answer.onAction)}>
                  {answer.label}
                </Button>
              ))}
            </span>
          ) : null}
        </>
      ),
    })
  },
  loading(message: string = noticesText.loading): LoadingNotice {
    const id = `chargement-${++lastId}`
    show({ id, message, loading: true, autoClose: false, withCloseButton: false })
    return {
      success: (done = noticesText.success) =>
        withOverlays(() =>
          notifications.update({
            id,
            message: done,
            loading: false,
            color: 'vert',
            autoClose: NOTICE_MS,
            withCloseButton: true,
          }),
        ),
      close: () => withOverlays(() => notifications.hide(id)),
    }
  },
  /** Blocking dialog « Erreur » (or another title). */
  error(message: string, title: string = errorsText.titleError): void {
    blocking({ title, messages: [message] })
  },
  /** The dialog of a foreground error; a request that the user cancelled only gives a message. */
  failure(error: unknown): void {
    if (error instanceof AppError && error.message === errorsText.aborted) notices.info(errorsText.aborted)
    else if (error instanceof AppError) blocking(failureText(error))
    else void foreignText(error).then(blocking)
  },
  /** « Êtes-vous sûr ? » Oui / Non. Resolves to true for Oui; closing the dialog any other way is Non. */
  confirm({ title = noticesText.confirm, message }: { title?: string; message?: string } = {}): Promise<boolean> {
    return new Promise((resolve) => {
      withOverlays(() =>
        modals.openConfirmModal({
          title,
          ...(message === undefined ? {} : { children: <Text size="sm">{message}</Text> }),
          size: 'sm',
          labels: { confirm: noticesText.yes, cancel: noticesText.no },
          confirmProps: { classNames: { root: styles.confirm ?? '' } },
          cancelProps: { variant: 'filled', classNames: { root: styles.cancel ?? '' } },
          closeButtonProps: { 'aria-label': noticesText.close },
          onConfirm: () => resolve(true),
          onCancel: () => resolve(false),
          onClose: () => resolve(false),
        }),
      )
    })
  },
}
