export { ApiError, type ClientErrorCode, type ErrorDetails } from './api-error.ts'
export { createClient, type Client, type ClientOptions } from './client.ts'
export type {
  Ban,
  BanImport,
  BanTerms,
  ChangeOptions,
  CommunityEvent,
  EventPage,
  EventsOptions,
  History,
  ImportOptions,
  Join,
  PutOptions,
  Refusal,
  Tagged,
  ToolToken,
  Watch,
  WatchTerms,
} from './community.ts'
export { CursorExpiredError, type FollowOptions } from './follow-events.ts'
export type { ListOptions } from './pages.ts'
export type { Clock } from './clock.ts'
export type { InventoryOptions, ScanEvent, ScanOptions } from './lookups.ts'
export type { CallOptions } from './request.ts'
export { decideAdmission, type Admission } from './verdicts.ts'
export type {
  Account,
  Bans,
  BansOnRecord,
  BatchEntry,
  BatchError,
  BatchFailure,
  BatchResult,
  CompareError,
  ComparedAccount,
  Comparison,
  ErrorCode,
  FriendEntry,
  Inventory,
  LookupError,
  Profile,
  Readiness,
  RustStats,
  ScanError,
  ScanFound,
  ScanProgress,
  ScanResult,
  SharedFriend,
  Stats,
  SteamId,
  UncheckedFriend,
  Verdict,
  VerdictBatch,
  VerdictEntry,
  VerdictReason,
  VerdictUnknown,
  WorthKnowing,
  components,
  operations,
  paths,
} from './api-types.ts'
