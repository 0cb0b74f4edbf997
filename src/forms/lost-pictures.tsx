import { Alert } from '@mantine/core'
import { leavingText } from '../text/leaving.ts'

/** Said where the words of a draft were restored, and its pictures were not (`useDraft`). */
export function LostPictures({ lost = false }: { lost?: boolean | undefined }) {
  return lost ? (
    <Alert color="ardoise" role="status" mb="md">
      {leavingText.unsaved.lostPictures}
    </Alert>
  ) : null
}
