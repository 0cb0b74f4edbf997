import { whereUnsaved } from '../data/version/unsaved-forms.ts'
import { leavingText } from '../text/leaving.ts'
import { notices } from '../ui/notices/notices.tsx'

const { unsaved } = leavingText

/** A logout closes all screens of this browser, so it asks first where a form is not saved (RES-03). @returns false when the person stays */
export async function mayLogOut(): Promise<boolean> {
  const where = await whereUnsaved()
  if (where === null) return true
  return notices.confirm({ title: unsaved.title, message: unsaved.logout[where] })
}
