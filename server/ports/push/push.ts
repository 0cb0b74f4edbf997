import type { PushPayload } from '../../messages/enqueue.ts'

/** A browser that asked for notifications (PushSubscription.toJSON()). */
export interface PushSubscription {
  endpoint: string
  /** Public key and shared secret of the browser, base64url. */
  p256dh: string
  auth: string
}

export interface OutgoingPush {
  /** A second try replaces the first on the device. */
  id: string
  subscription: PushSubscription
  payload: PushPayload
}

/** Notifications to browsers. */
export interface PushPort {
  /** VAPID public key, base64url: what a browser subscribes with. */
  readonly publicKey: string
  /** `gone`: the browser has unsubscribed, so delete the subscription. @throws DeliveryError */
  send(push: OutgoingPush): Promise<'sent' | 'gone'>
}
