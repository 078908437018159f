/** Says which accounts the lists of their user show: a user may have had any number of challenges. */

/**
 * All accounts but some of challenges: of these the one that a challenge is at, and for 30 days those that have passed
 * or with which it has ended. All of them are in `GET /v1/challenges`.
 */
export const IS_LISTED = `(phase is null or exists (
    select from challenge_accounts m join challenges c on c.id = m.challenge_id
    where m.account_id = accounts.id and ((c.account_id = m.account_id and c.ended_at is null)
      or coalesce(c.ended_at, m.passed_at) > now() - interval '30 days')))`
