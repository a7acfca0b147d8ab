/** Rust's id on Steam. */
export const RUST_APP_ID = 252490
