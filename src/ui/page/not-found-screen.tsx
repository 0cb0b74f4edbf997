import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { errorsText } from '../../text/errors.ts'
import { paths } from '../navigation/paths.ts'
import { MessagePage } from './message-page.tsx'

/** The 404 page: unknown paths, and screens that my roles may not open (TEN-08). */
export function NotFoundScreen() {
  return (
    <MessagePage
      mark="404"
      title={errorsText.notFoundTitle}
      text={errorsText.notFoundText}
      actions={
        <Button component={Link} to={paths.root.href()}>
          {errorsText.goHome}
        </Button>
      }
    />
  )
}
