//! Work that runs at once and then once a day, until its owner drops it.

use std::sync::Arc;
use std::time::Duration;

use chrono::{DateTime, TimeDelta, Utc};
use tauri::async_runtime::{JoinHandle, spawn, spawn_blocking};

/// The interval between two looks at the clock.
///
/// A timer of one day would not do, because it stands still while the machine sleeps. On a laptop used eight hours a
/// day, the daily work would then run every third day.
pub(crate) const LOOK: Duration = Duration::from_secs(15 * 60);

/// Daily work. Dropping it ends the schedule; a run in progress still finishes.
pub(crate) struct Daily(JoinHandle<()>);

impl Daily {
    /// Runs the work at once, and again whenever a day has passed by the clock `now`, which is read every `look`. A
    /// clock that was set back counts as a day, since the true time passed is unknown.
    ///
    /// The work may block: it runs on a thread for blocking work.
    pub fn begin(
        look: Duration,
        now: impl Fn() -> DateTime<Utc> + Send + 'static,
        work: impl Fn() + Send + Sync + 'static,
    ) -> Self {
        let work = Arc::new(work);
        Self(spawn(async move {
            let mut looks = tokio::time::interval(look);
            // After a sleep of the machine, one tick is enough.
            looks.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
            let mut done: Option<DateTime<Utc>> = None;
            loop {
                looks.tick().await;
                let now = now();
                if done.is_some_and(|done| (done..done + TimeDelta::days(1)).contains(&now)) {
                    continue;
                }
                done = Some(now);
                let work = Arc::clone(&work);
                if spawn_blocking(move || work()).await.is_err() {
                    tracing::warn!("the daily work stopped in the middle; it is done again in a day");
                }
            }
        }))
    }
}

impl Drop for Daily {
    fn drop(&mut self) {
        self.0.abort();
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Mutex;
    use std::sync::mpsc::{Receiver, sync_channel};

    use super::*;

    /// The calls that the daily work made, in order.
    #[derive(Debug, PartialEq, Eq)]
    enum Event {
        Looked,
        Worked,
    }

    /// More events than daily work can send after it was dropped.
    const MANY: usize = 1_000;

    type Clock = Arc<Mutex<DateTime<Utc>>>;

    fn daily() -> (Daily, Clock, Receiver<Event>) {
        // A channel without a buffer: the daily work waits until the test receives each event.
        let (sender, events) = sync_channel(0);
        let clock: Clock = Arc::default();
        let (told, time) = (sender.clone(), Arc::clone(&clock));
        let now = move || {
            let _ = told.send(Event::Looked);
            *time.lock().unwrap()
        };
        let work = move || {
            let _ = sender.send(Event::Worked);
        };
        (Daily::begin(Duration::from_millis(1), now, work), clock, events)
    }

    #[test]
    fn the_work_is_done_at_once_and_once_a_day_by_the_clock_however_long_the_machine_slept() {
        let (_daily, clock, events) = daily();
        assert_eq!(events.recv(), Ok(Event::Looked));
        assert_eq!(events.recv(), Ok(Event::Worked));
        for hours in [23, 25, 60, -1] {
            let is_due = hours != 23;
            let moved = *clock.lock().unwrap() + TimeDelta::hours(hours);
            // The time of this event may be read before or after the clock moves.
            assert_eq!(events.recv(), Ok(Event::Looked));
            let before = *clock.lock().unwrap();
            *clock.lock().unwrap() = moved;
            let next: Vec<Event> = events.iter().take(4).collect();
            assert_eq!(
                next.iter().filter(|event| **event == Event::Worked).count(),
                usize::from(is_due),
                "{hours} hours later: {next:?}"
            );
            if !is_due {
                *clock.lock().unwrap() = before;
            }
        }
    }

    #[test]
    fn daily_work_ends_with_its_owner() {
        let (daily, _, events) = daily();
        assert_eq!(events.recv(), Ok(Event::Looked));
        drop(daily);
        // The channel closes once the daily work is gone, which ends the iteration.
        let rest = events.iter().take(MANY).count();
        assert!(rest < MANY, "{rest}");
    }
}
