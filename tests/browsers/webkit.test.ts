import { tellCoreJourney } from './support/journey.ts'
import { openWebKit } from './support/webkit.ts'

tellCoreJourney({ open: openWebKit, isSecure: true })
