const CREDENTIALS =
  /svc_(?:ak|sk)_[0-9a-f]{48}|whsec_[A-Za-z0-9+/=_-]+|(?<=\bbearer\s+)[^\s"\\]+|(?<=:\/\/[^\s:/@"]*:)[^\s@"]+(?=@)/gi

/** The last resort: whatever still looks like a key, secret, token or password of ours is blacked out. */
export const scrubCredentials = (text: string): string => text.replace(CREDENTIALS, '[redacted]')
