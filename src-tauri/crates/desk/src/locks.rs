//! The locks of an open project, and the order in which they are taken.

use std::ops::{Deref, DerefMut};

use parking_lot::{Mutex, MutexGuard};

/// Every lock, in the order in which one thread takes them.
///
/// A thread that holds a lock takes only locks that stand further down, so two threads never wait for each other. No
/// thread holds the same kind of lock twice: it never has the turn of a project and of the global memory at once.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Order {
    /// The learning: the running distillation.
    Distilling,
    /// The global memory: the open memory root. Opening that root takes the turn of the global memory.
    GlobalMemory,
    /// A memory root: the turn to change it. The turn also locks the file `journal/lock` against other processes.
    Turn,
    /// The store: the memory files in the editor.
    InHand,
    /// The learning: the counting of the episodes that wait for a distillation.
    Counting,
    /// The learning: the acts that were recorded since the project was opened.
    Recorded,
    /// A memory root: projecting the journal into the index.
    Projecting,
    /// The learning: the episodes that wait for a distillation.
    Pending,
    /// The manuscripts: the last batch of each crash journal.
    Journalled,
    /// The manuscripts: the files in the editor.
    Open,
    /// The manuscripts: the present names of open files that were renamed.
    Renames,
    /// The manuscripts: the files at the last listing.
    Names,
    /// The manuscripts: the lengths at the last count.
    Counted,
    /// The learning: the question that is shown actively.
    Forward,
    /// The learning: the last failure of the maintenance.
    Maintenance,
    /// A memory root: the notices.
    Notices,
    /// A watch: the ends of the journals at its last report.
    Told,
}

/// A mutex with its place in the [`Order`].
pub(crate) struct Lock<T> {
    order: Order,
    value: Mutex<T>,
}

impl<T> Lock<T> {
    pub const fn new(order: Order, value: T) -> Self {
        Self {
            order,
            value: Mutex::new(value),
        }
    }

    /// Waits for the lock and takes it.
    pub fn lock(&self) -> Guard<'_, T> {
        let hold = Hold::take(self.order);
        Guard {
            value: self.value.lock(),
            _hold: hold,
        }
    }
}

/// A held lock; dropping the guard releases it.
pub(crate) struct Guard<'a, T> {
    value: MutexGuard<'a, T>,
    _hold: Hold,
}

impl<T> Deref for Guard<'_, T> {
    type Target = T;

    fn deref(&self) -> &T {
        &self.value
    }
}

impl<T> DerefMut for Guard<'_, T> {
    fn deref_mut(&mut self) -> &mut T {
        &mut self.value
    }
}

/// A place in the [`Order`] that this thread holds until the hold is dropped.
///
/// A build with debug assertions panics if a thread takes a lock out of order, even if no other thread runs. All tests
/// are built with debug assertions.
pub(crate) struct Hold {
    #[cfg(debug_assertions)]
    order: Order,
    /// A hold belongs to the thread that took it.
    _not_send: std::marker::PhantomData<*const ()>,
}

#[cfg(debug_assertions)]
thread_local! {
    static HELD: std::cell::RefCell<Vec<Order>> = const { std::cell::RefCell::new(Vec::new()) };
}

impl Hold {
    #[cfg_attr(
        not(debug_assertions),
        expect(unused_variables, reason = "only checked in tests")
    )]
    pub fn take(order: Order) -> Self {
        #[cfg(debug_assertions)]
        HELD.with_borrow_mut(|held| {
            let last = held.iter().max();
            assert!(
                last.is_none_or(|last| *last < order),
                "{order:?} is taken by a thread that holds {last:?}: see `locks::Order`"
            );
            held.push(order);
        });
        Self {
            #[cfg(debug_assertions)]
            order,
            _not_send: std::marker::PhantomData,
        }
    }
}

#[cfg(debug_assertions)]
impl Drop for Hold {
    fn drop(&mut self) {
        HELD.with_borrow_mut(|held| {
            if let Some(position) = held.iter().rposition(|order| *order == self.order) {
                held.remove(position);
            }
        });
    }
}

#[cfg(test)]
mod tests {
    use std::panic::catch_unwind;

    use super::*;

    fn locks() -> (Lock<u8>, Lock<u8>) {
        (Lock::new(Order::Open, 1), Lock::new(Order::Notices, 2))
    }

    #[test]
    fn locks_are_taken_down_the_order_and_released_in_any() {
        let (open, notices) = locks();
        let (first, second) = (open.lock(), notices.lock());
        drop(first);
        assert!(catch_unwind(|| drop(Hold::take(Order::Maintenance))).is_err());
        drop(second);
        assert_eq!((*open.lock(), *notices.lock()), (1, 2));
    }

    #[test]
    fn a_lock_that_stands_further_up_is_refused() {
        let (open, notices) = locks();
        let _notices = notices.lock();
        assert!(catch_unwind(std::panic::AssertUnwindSafe(|| drop(open.lock()))).is_err());
    }

    #[test]
    fn no_thread_has_two_turns() {
        let _turn = Hold::take(Order::Turn);
        assert!(catch_unwind(|| drop(Hold::take(Order::Turn))).is_err());
    }

    #[test]
    fn each_thread_has_an_order_of_its_own() {
        let (open, notices) = locks();
        let _notices = notices.lock();
        std::thread::scope(|scope| {
            scope.spawn(|| drop(open.lock()));
        });
    }
}
